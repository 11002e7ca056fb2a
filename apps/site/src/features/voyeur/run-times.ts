import type { AccountId, Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { AwayMs, RoomStore } from '../rooms/index.ts';
import type { Deliveries, Meters, MeterStand } from '../shows/index.ts';
import type { FindPutOut } from './guard-viewers.ts';
import type { Houses } from './houses.ts';
import type { BoughtTime, TimeStore } from './time-store.ts';
import type { VoyeurNews } from './voyeur-news.ts';
import { intervalOf, paidSecondsLeft, type TimeEnd, timeEndOf } from './voyeur-rules.ts';

/** Bought time, from its first delivered second to its end. Any node may count and end it; the first end counts. */
export interface RunTimes {
  /** Charges delivered time, and ends what is over. To be called each second on each node. */
  look(): Promise<void>;
  /** Ends what somebody has in a room. A repeat does nothing. */
  end(time: BoughtTime, reason: TimeEnd): Promise<void>;
  /** What is left of it now. */
  secondsLeft(time: BoughtTime): Promise<number>;
  /** Finishes what a process left undone. */
  sweep(): Promise<void>;
}

export function makeRunTimes(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'listByIds' | 'findById'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly houses: Pick<Houses, 'read'>;
  readonly store: TimeStore;
  readonly meters: Pick<Meters, 'advance' | 'stop' | 'settle'>;
  readonly meterStore: { readonly find: (id: Uuid) => Promise<{ readonly deliveredMs: number } | undefined> };
  readonly deliveries: Pick<Deliveries, 'deliveredOf' | 'countedOf' | 'stoodFor'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'revokeViewer'>;
  readonly findPutOut: FindPutOut;
  readonly awayMs: AwayMs;
  readonly news: Pick<VoyeurNews, 'timeLeft'>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunTimes {
  const { store, meters, deliveries } = deps;
  /** Since when this node has known of a time without hearing of its delivery; and what its viewer was told. */
  const seen = new Map<Uuid, { readonly since: number; told: number }>();

  const settle = async (id: Uuid): Promise<void> => store.finish(id, await meters.settle(id));

  /** Holders of its tokens stop watching. */
  const revoke = async (owner: Account, { sessions }: BoughtTime): Promise<void> => {
    if (!owner.isVoyeurCam) return;
    const { shown } = await deps.houses.read(owner);
    if (shown?.streamName)
      for (const session of sessions) deps.broadcasts.revokeViewer(session, shown.streamName);
  };

  const end: RunTimes['end'] = async (time, reason) => {
    const ended = await deps.database.kysely.transaction().execute(async (transaction) => {
      const now = await store.lock(transaction, time.id);
      if (now?.state !== 'running') return undefined;
      const { finalTokens } = await meters.stop(transaction, time.id, deliveries.deliveredOf(time.id));
      await store.end(transaction, time.id, reason, finalTokens ?? 0);
      return now;
    });
    if (!ended) return;
    seen.delete(time.id);
    const owner = await deps.accounts.findById(time.roomId);
    if (owner) {
      await revoke(owner, ended);
      deps.news.timeLeft(owner, time.viewerId, { secondsLeft: 0, isFree: false, camera: null });
    }
    await settle(time.id);
  };

  const tell = (owner: Account, time: BoughtTime, { row }: MeterStand): void => {
    const left = paidSecondsLeft(time.seconds, row.deliveredMs);
    const known = seen.get(time.id);
    if (!known || known.told === intervalOf(left)) return;
    known.told = intervalOf(left);
    deps.news.timeLeft(owner, time.viewerId, { secondsLeft: left, isFree: false, camera: null });
  };

  const lookAt = async (
    time: BoughtTime,
    owner: Account,
    sight: { readonly isRoomOpen: boolean; readonly isAllowed: boolean },
  ): Promise<void> => {
    const known = seen.get(time.id) ?? { since: deps.now(), told: -1 };
    seen.set(time.id, known);
    const stand = await meters.advance(time.id, deliveries.deliveredOf(time.id));
    // Another node has counted in the same moment.
    if (!stand) return;
    const silentMs = deliveries.stoodFor(time.id) ?? deps.now() - known.since;
    const reason = timeEndOf({
      ...sight,
      silentMs,
      awayMs: deps.awayMs(owner.username, time.viewerId, time.id) ?? 0,
      isUsedUp: stand.isUsedUp,
    });
    if (reason) await end(time, reason);
    else tell(owner, time, stand);
  };

  return {
    end,
    async look() {
      const running = await store.listRunning();
      // Another node may have ended the others.
      const known = new Set(running.map(({ id }) => id));
      for (const id of seen.keys()) if (!known.has(id)) seen.delete(id);
      if (running.length === 0) return;
      const ids = [...new Set(running.map(({ roomId }) => roomId))];
      const [owners, rows, putOut] = await Promise.all([
        deps.accounts.listByIds(ids),
        deps.rooms.listOf(ids),
        deps.findPutOut(running),
      ]);
      const ownerOf = new Map<AccountId, Account>(owners.map((owner) => [owner.id, owner]));
      const open = new Set(
        rows.filter(({ status }) => status === 'online').map(({ accountId }) => accountId),
      );
      for (const [at, time] of running.entries()) {
        const owner = ownerOf.get(time.roomId);
        if (!owner) continue;
        const isRoomOpen = open.has(owner.id) && owner.isVoyeurCam;
        await lookAt(time, owner, { isRoomOpen, isAllowed: !putOut[at] }).catch(
          deps.logged('time in a house could not be counted'),
        );
      }
    },
    async secondsLeft(time) {
      if (time.state !== 'running') return 0;
      const row = await deps.meterStore.find(time.id);
      const deliveredMs = deliveries.countedOf(time.id, row?.deliveredMs ?? 0);
      return paidSecondsLeft(time.seconds, deliveredMs);
    },
    async sweep() {
      for (const time of await store.listUnsettled()) await settle(time.id);
    },
  };
}
