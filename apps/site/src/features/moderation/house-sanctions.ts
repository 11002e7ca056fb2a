import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { SessionStore } from '../sessions/index.ts';
import { houseActed } from './house-acted.ts';
import type { HouseSanctionStore, NewHouseSanction } from './house-sanction-store.ts';

/** Who decides: a moderator, or the house by its rules. */
export interface Decider {
  readonly id: AccountId | null;
  readonly name: string;
}

export type HouseWish = Pick<
  NewHouseSanction,
  'kind' | 'scope' | 'reasonCode' | 'statement' | 'at' | 'until'
>;

/**
 * Sanctions for all rooms at once: each is a row in the caller's transaction, with the fact that ends open pages and
 * streams on all nodes. The caller nudges the outbox after the commit.
 */
export interface HouseSanctions {
  impose(within: Transaction, person: Account, by: Decider, wish: HouseWish): Promise<Uuid>;
  /** @returns false where it is over */
  lift(
    within: Transaction,
    one: { readonly id: Uuid; readonly kind: string; readonly accountId: AccountId },
  ): Promise<boolean>;
  /** Silences everywhere for ten minutes, doubling each time within a week, at most a day (S2711). */
  autosilence(within: Transaction, accountId: AccountId, by: Decider, reasonCode: string): Promise<void>;
  /** Ends that; no error if none is running. */
  endAutosilence(within: Transaction, accountId: AccountId): Promise<void>;
}

const AUTOSILENCE_MS = 10 * 60_000;
const AUTOSILENCE_MS_MAX = DAY_MS;
const WEEK_MS = 7 * DAY_MS;

export function makeHouseSanctions(deps: {
  readonly store: HouseSanctionStore;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly clock: Clock;
}): HouseSanctions {
  const { store, outbox, clock } = deps;

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
  const toldOfSilence = (within: Transaction, accountId: AccountId): Promise<void> =>
    outbox.add(within, houseActed, { does: 'silence', accountId });

  /** Its effects outside of the row. */
  const follow = async (
    within: Transaction,
    accountId: AccountId,
    id: Uuid,
    wish: HouseWish,
  ): Promise<void> => {
    const { kind, scope } = wish;
    if (kind === 'silence') return toldOfSilence(within, accountId);
    if (scope === 'chat')
      return outbox.add(within, houseActed, { does: 'put_out', accountId, sanctionId: id });
    if (kind === 'ban' && scope === 'broadcast')
      return outbox.add(within, houseActed, { does: 'bar_broadcasts', accountId });
    if (scope === 'broadcast') {
      const broadcastId = await store.findBroadcast(within, accountId);
      return broadcastId && outbox.add(within, houseActed, { does: 'end_broadcast', accountId, broadcastId });
    }
    if (kind === 'kick') {
      const sessions = await deps.sessions.endAll(accountId, undefined, within);
      return outbox.add(within, houseActed, { does: 'log_out', sessions });
    }
  };

  return {
    async impose(within, person, by, wish) {
      const id = await keep(within, person.id, by, wish);
      await follow(within, person.id, id, wish);
      return id;
    },
    async lift(within, { id, kind, accountId }) {
      if (!(await store.lift(within, id, new Date(clock.now())))) return false;
      if (kind === 'silence') await toldOfSilence(within, accountId);
      return true;
    },
    async autosilence(within, accountId, by, reasonCode) {
      const now = clock.now();
      const times = await store.countSilences(within, accountId, new Date(now - WEEK_MS));
      const until = new Date(now + Math.min(AUTOSILENCE_MS * 2 ** times, AUTOSILENCE_MS_MAX));
      // What was decided by a person is not cut short by what follows by itself.
      const running = await store.findHouseSilence(within, accountId);
      if (running && (running.until === null || running.until >= until)) return;
      const at = new Date(now);
      await keep(within, accountId, by, {
        kind: 'silence',
        scope: 'chat',
        reasonCode,
        statement: '',
        at,
        until,
      });
      await toldOfSilence(within, accountId);
    },
    async endAutosilence(within, accountId) {
      if (await store.liftSilences(within, accountId, new Date(clock.now())))
        await toldOfSilence(within, accountId);
    },
  };
}
