import type { Payload } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { accountKey, type AccountStore } from '../identity/index.ts';
import type { RoomHub, RoomStore } from '../rooms/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import { type HouseDeed, houseActed } from './house-acted.ts';
import type { HouseSanctionStore } from './house-sanction-store.ts';

interface Deps {
  readonly store: Pick<HouseSanctionStore, 'findSilence' | 'findRunning' | 'listRoomSilences'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly hub: Pick<RoomHub, 'command' | 'commandEverywhere'>;
  readonly rooms: Pick<RoomStore, 'listOpen' | 'listOpenOf'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'stop' | 'revokeViewer'>;
  readonly endBanned: BroadcastFeature['endBanned'];
  readonly sessions: Pick<SessionStore, 'listIds'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly tellAccount: (id: AccountId, event: Payload<'v3.autosilenced'>) => void;
  readonly clock: Clock;
}

/**
 * Tells pages, sockets and media what staff has done: according to the state when it is read, not when it was written,
 * so that a repeat changes nothing and a late fact ends nothing begun since.
 */
export function makeHouseReader(deps: Deps): FactReader {
  const { store, hub, clock } = deps;

  const tellSilence = async (id: AccountId, within: Transaction): Promise<void> => {
    const personKey = accountKey(id);
    const silence = await store.findSilence(within, id);
    if (silence) {
      const untilMs = silence.until?.getTime() ?? null;
      hub.commandEverywhere({ kind: 'silence', personKey, untilMs });
      return deps.tellAccount(id, {
        seq: clock.now(),
        isAutosilenced: true,
        ...(untilMs !== null && { until: untilMs }),
        ...(silence.reasonCode === 'reports' && { reason: silence.reasonCode }),
      });
    }
    hub.commandEverywhere({ kind: 'silence', personKey, untilMs: 0 });
    // A room that silenced the person itself continues to do so.
    for (const { room, until } of await store.listRoomSilences(within, id))
      hub.command(room, { kind: 'silence', personKey, untilMs: until?.getTime() ?? null });
    deps.tellAccount(id, { seq: clock.now(), isAutosilenced: false });
  };
  const putOut = async (id: AccountId, sanctionId: Uuid, within: Transaction): Promise<void> => {
    const sanction = await store.findRunning(within, sanctionId, new Date(clock.now()));
    if (!sanction) return;
    const { kind, until } = sanction;
    hub.commandEverywhere({
      kind: 'expel',
      personKey: accountKey(id),
      addressTag: null,
      event: kind === 'ban' ? 'v3.chat.banned' : 'v3.chat.kicked',
      payload: { room: '', ...(until && { until: until.getTime() }) },
    });
    const [sessions, open] = await Promise.all([deps.sessions.listIds(id), deps.rooms.listOpen()]);
    for (const { accountId, streamName } of open)
      if (streamName !== null && accountId !== id)
        for (const session of sessions) deps.broadcasts.revokeViewer(session, streamName);
  };
  const endBroadcast = async (id: AccountId, broadcastId: Uuid): Promise<void> => {
    const [room] = await deps.rooms.listOpenOf([id]);
    const person = room?.broadcastId === broadcastId ? await deps.accounts.findById(id) : undefined;
    if (!person) return;
    try {
      await deps.broadcasts.stop(person);
    } catch (error) {
      // Somebody who has stopped by themselves is already offline.
      if (!(error instanceof AppError) || error.code !== 'broadcast.not_live') throw error;
    }
  };
  const tell = async (deed: HouseDeed, within: Transaction): Promise<void> => {
    switch (deed.does) {
      case 'silence':
        return tellSilence(deed.accountId, within);
      case 'put_out':
        return putOut(deed.accountId, deed.sanctionId, within);
      case 'end_broadcast':
        return endBroadcast(deed.accountId, deed.broadcastId);
      case 'bar_broadcasts':
        return deps.endBanned(deed.accountId);
      case 'log_out':
        for (const sessionId of deed.sessions) deps.announce({ sessionId, reason: 'revoked' });
        return;
      case 'suspend':
        for (const sessionId of deed.sessions) deps.announce({ sessionId, reason: 'suspended' });
        return deps.announce({ accountId: deed.accountId, reason: 'suspended' });
    }
  };
  return { name: 'moderation.house', on: [when(houseActed, tell)] };
}
