import type { Payload } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account } from '../identity/index.ts';
import type { RoomHub, RoomStore } from '../rooms/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import type { HouseSanctionStore, NewHouseSanction } from './house-sanction-store.ts';

/** What is told once a transaction is through; it does nothing that the transaction does not already hold. */
export type Tell = () => Promise<void>;

/** Who decides: a moderator, or the house by its rules. */
export interface Decider {
  readonly id: AccountId | null;
  readonly name: string;
}

export type HouseWish = Pick<
  NewHouseSanction,
  'kind' | 'scope' | 'reasonCode' | 'statement' | 'at' | 'until'
>;

/** Sanctions in all rooms at once: each is a row by the caller's transaction, then what is open ends on all nodes. */
export interface HouseSanctions {
  impose(
    within: Transaction,
    person: Account,
    by: Decider,
    wish: HouseWish,
  ): Promise<{ readonly id: Uuid; readonly tell: Tell }>;
  /** @returns undefined where it is over */
  lift(
    within: Transaction,
    one: { readonly id: Uuid; readonly kind: string; readonly accountId: AccountId },
  ): Promise<Tell | undefined>;
  /** Silences everywhere for ten minutes, twice as long each time within a week, at most a day (S2711). */
  autosilence(within: Transaction, accountId: AccountId, by: Decider, reasonCode: string): Promise<Tell>;
  /** Ends that. @returns undefined where nothing runs */
  endAutosilence(within: Transaction, accountId: AccountId): Promise<Tell | undefined>;
}

const AUTOSILENCE_MS = 10 * 60_000;
const AUTOSILENCE_MS_MAX = 24 * 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;

interface Deps {
  readonly store: HouseSanctionStore;
  readonly hub: Pick<RoomHub, 'command' | 'commandEverywhere'>;
  readonly rooms: Pick<RoomStore, 'listOpen'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'stop' | 'revokeViewer'>;
  readonly sessions: Pick<SessionStore, 'endAll' | 'listIds'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly tellAccount: (id: AccountId, event: Payload<'v3.autosilenced'>) => void;
  readonly clock: Clock;
}

const keyOf = (id: AccountId): string => `a${id}`;

export function makeHouseSanctions(deps: Deps): HouseSanctions {
  const { store, hub, clock } = deps;

  const tellSilence = async (id: AccountId, until: Date | null, reasonCode: string): Promise<void> => {
    hub.commandEverywhere({ kind: 'silence', personKey: keyOf(id), untilMs: until?.getTime() ?? null });
    deps.tellAccount(id, {
      seq: clock.now(),
      isAutosilenced: true,
      ...(until && { until: until.getTime() }),
      ...(reasonCode === 'reports' && { reason: reasonCode }),
    });
  };
  const tellSilenceEnded = async (id: AccountId): Promise<void> => {
    hub.commandEverywhere({ kind: 'silence', personKey: keyOf(id), untilMs: 0 });
    // A room that has silenced the person itself goes on doing so.
    for (const { room, until } of await store.listRoomSilences(id))
      hub.command(room, { kind: 'silence', personKey: keyOf(id), untilMs: until?.getTime() ?? null });
    deps.tellAccount(id, { seq: clock.now(), isAutosilenced: false });
  };
  const tellPutOut = async (id: AccountId, kind: 'kick' | 'ban', until: Date | null): Promise<void> => {
    hub.commandEverywhere({
      kind: 'expel',
      personKey: keyOf(id),
      addressTag: null,
      event: kind === 'ban' ? 'v3.chat.banned' : 'v3.chat.kicked',
      payload: { room: '', ...(until && { until: until.getTime() }) },
    });
    const [sessions, open] = await Promise.all([deps.sessions.listIds(id), deps.rooms.listOpen()]);
    for (const { accountId, streamName } of open)
      if (streamName !== null && accountId !== id)
        for (const session of sessions) deps.broadcasts.revokeViewer(session, streamName);
  };
  const endBroadcast = async (person: Account): Promise<void> => {
    try {
      await deps.broadcasts.stop(person);
    } catch (error) {
      // Whoever has stopped by themselves is off already.
      if (!(error instanceof AppError) || error.code !== 'broadcast.not_live') throw error;
    }
  };
  const tellLogOuts = async (ended: readonly Uuid[]): Promise<void> => {
    for (const sessionId of ended) deps.announce({ sessionId, reason: 'revoked' });
  };

  /** What follows of it outside of the row. */
  const follow = async (within: Transaction, person: Account, wish: HouseWish): Promise<Tell> => {
    const { kind, scope, until } = wish;
    if (kind === 'silence') return () => tellSilence(person.id, until, wish.reasonCode);
    if (kind === 'ban' || (kind === 'kick' && scope === 'chat'))
      return () => tellPutOut(person.id, kind, until);
    if (kind === 'kick' && scope === 'broadcast') return () => endBroadcast(person);
    if (kind === 'kick') {
      const ended = await deps.sessions.endAll(person.id, undefined, within);
      return () => tellLogOuts(ended);
    }
    return () => Promise.resolve();
  };

  const keep = async (
    within: Transaction,
    accountId: AccountId,
    by: Decider,
    wish: HouseWish,
  ): Promise<Uuid> => {
    const id = uuidv7(wish.at.getTime());
    const { kind, scope, reasonCode, statement, at, until } = wish;
    const given = { kind, scope, reasonCode, statement, at, until, byId: by.id, byName: by.name };
    await store.impose(within, { ...given, id, accountId });
    return id;
  };

  return {
    async impose(within, person, by, wish) {
      const id = await keep(within, person.id, by, wish);
      return { id, tell: await follow(within, person, wish) };
    },
    async lift(within, { id, kind, accountId }) {
      if (!(await store.lift(within, id, new Date(clock.now())))) return undefined;
      return kind === 'silence' ? () => tellSilenceEnded(accountId) : () => Promise.resolve();
    },
    async autosilence(within, accountId, by, reasonCode) {
      const now = clock.now();
      const times = await store.countSilences(within, accountId, new Date(now - WEEK_MS));
      const until = new Date(now + Math.min(AUTOSILENCE_MS * 2 ** times, AUTOSILENCE_MS_MAX));
      const wish = {
        kind: 'silence',
        scope: 'chat',
        reasonCode,
        statement: '',
        at: new Date(now),
        until,
      } as const;
      await keep(within, accountId, by, wish);
      return () => tellSilence(accountId, until, reasonCode);
    },
    async endAutosilence(within, accountId) {
      const isEnded = await store.liftSilences(within, accountId, new Date(clock.now()));
      return isEnded ? () => tellSilenceEnded(accountId) : undefined;
    },
  };
}
