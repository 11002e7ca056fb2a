import type { AccountId } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Place } from '../../platform/visitors/index.ts';
import { type Account, accountKey, type AccountStore } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import {
  isBlockedPlace,
  officeOf,
  roomPasswordHash,
  type RoomPasswordStore,
  type RoomsFeature,
} from '../rooms/index.ts';
import { type Deliveries, type EndRight, SHOW_SHARE_PERCENT } from '../shows/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import { hasHadIts, outcomeOf, type Ticket, type TicketShow } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/** Pays for the tickets of a show that is over, or gives them back, each once (S507). */
export interface SettleTickets {
  /** How many tickets the end of a show gives back, done or to be done. */
  countReturned(show: TicketShow): Promise<number>;
  /** A repeat continues where the last one was interrupted. */
  settle(show: TicketShow): Promise<void>;
  /**
   * Removes somebody's seat who may not be in the show any more. The ticket is refunded, unless `isPutOut` and they
   * have already had their share of the show: then it is settled with the others.
   */
  takeOut(show: TicketShow, ticket: Ticket, isPutOut: boolean): Promise<void>;
}

const BATCH = 200;

/** Whom a ticket is held for, as the ledger names it. */
export const ticketMachine = (id: Ticket['id']): string => `ticket:${id}`;

/** Whether the room has got a password since a ticket was bought, or another one. */
const isLocked = ({ id, settings }: Account, { roomPassword }: Ticket): boolean => {
  if (settings.cam_password === null) return false;
  return !(roomPassword?.equals(roomPasswordHash(id, settings.cam_password)) ?? false);
};

/**
 * Whether the room is shut to the place where a ticket was bought. It was open to it then, so this has come since; a
 * log-in from elsewhere counts for nothing.
 */
const isShutTo = ({ settings }: Account, place: Place, home: string | null): boolean =>
  (home !== null && settings.blocked_countries.includes(home)) ||
  isBlockedPlace({ countries: settings.blocked_countries, states: settings.blocked_states }, place);

export function makeSettleTickets(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly shows: Pick<TicketShowStore, 'close' | 'lock' | 'countSold'>;
  readonly seats: Pick<RoomsFeature['seats'], 'take'>;
  readonly endRight: EndRight;
  /** Takes the app of a show that is over out of its room. */
  readonly retireApp: (roomId: AccountId) => Promise<void>;
  readonly tickets: TicketStore;
  readonly passwords: Pick<RoomPasswordStore, 'listGivers'>;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly deliveries: Pick<Deliveries, 'countedOf'>;
  readonly news: Pick<TicketNews, 'settled'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): SettleTickets {
  const { tickets, wallet } = deps;

  /** Including what was delivered since the last record. */
  const asWatched = (ticket: Ticket, show: TicketShow): Ticket => {
    const watchedMs = deps.deliveries.countedOf(ticket.id, ticket.watchedMs);
    return { ...ticket, watchedMs, joinedAt: ticket.joinedAt ?? (watchedMs > 0 ? show.endedAt : null) };
  };

  /** Which of these tickets the room has been shut to since they were bought; who gave the new password is in. */
  const listShutOut = async (
    owner: Account,
    some: readonly Ticket[],
    holders: readonly Account[],
  ): Promise<ReadonlySet<Ticket>> => {
    const locked = new Set(some.filter((ticket) => isLocked(owner, ticket)));
    const password = owner.settings.cam_password;
    const lockedIds = [...locked].map(({ accountId }) => accountId);
    const givers = password
      ? await deps.passwords.listGivers(owner.id, password, lockedIds)
      : new Set<AccountId>();
    const holderOf = new Map(holders.map((holder) => [holder.id, holder]));
    const isShutOut = (ticket: Ticket): boolean => {
      const holder = holderOf.get(ticket.accountId);
      // Sold before it was kept how the room was: nothing is known to have shut it.
      if (ticket.place === null) return false;
      const isOut =
        isShutTo(owner, ticket.place, holder?.countryCode ?? null) ||
        (locked.has(ticket) && !givers.has(ticket.accountId));
      // Staff on duty are let in everywhere.
      return isOut && !(holder && officeOf(holder) !== null);
    };
    return new Set(some.filter(isShutOut));
  };

  /** What becomes of tickets of a show that is over, in their order. */
  const judge = async (show: TicketShow, some: readonly Ticket[]): Promise<('paid' | 'returned')[]> => {
    const [owner, holders] = await Promise.all([
      deps.accounts.findById(show.roomId),
      deps.accounts.listByIds(some.map(({ accountId }) => accountId)),
    ]);
    const shutOut = owner && (await listShutOut(owner, some, holders));
    return some.map((given) => {
      const ticket = asWatched(given, show);
      const isOut = shutOut?.has(given) === true;
      if (ticket.outcome === null && isOut && !hasHadIts(show, ticket)) return 'returned';
      return outcomeOf(show, ticket);
    });
  };

  /** @returns false if nothing is held any more: a reversal has taken it */
  const pay = async (roomId: AccountId, { id, accountId, price, showId }: Ticket): Promise<boolean> => {
    const captured = await wallet.capture({
      id: deriveTransferId('ticket:paid', id),
      holdId: id,
      kind: 'ticket',
      payer: accountId,
      receiver: roomId,
      amountTokens: price,
      sharePercent: SHOW_SHARE_PERCENT,
      isLast: true,
      note: { ref: { type: 'ticket', id: showId } },
    });
    return captured !== undefined;
  };

  /** Carries out an earlier decision. */
  const settleOne = async (show: TicketShow, ticket: Ticket, outcome: 'paid' | 'returned'): Promise<void> => {
    const isPaid = outcome === 'paid' && (await pay(show.roomId, ticket));
    if (!isPaid) await wallet.release({ holdId: ticket.id, payer: ticket.accountId });
    const state = isPaid ? 'paid' : 'returned';
    if (!(await tickets.settle(ticket.id, state))) return;
    deps.news.settled(show, { ...ticket, state }, outcome === 'returned' ? ticket.price : 0);
  };

  /** One batch; a ticket that cannot be settled now does not block the others. @returns how many are left over */
  const settleBatch = async (show: TicketShow, held: readonly Ticket[]): Promise<number> => {
    const grown = held.map(({ id, watchedMs }) => ({ id, ms: deps.deliveries.countedOf(id, watchedMs) }));
    await tickets.noteWatched(grown.filter(({ ms }) => ms > 0));
    const outcomes = await judge(show, held);
    await tickets.decide(held.map(({ id }, at) => ({ id, outcome: outcomes[at]! })));
    let undone = 0;
    for (const [at, ticket] of held.entries())
      try {
        await settleOne(show, asWatched(ticket, show), outcomes[at]!);
      } catch (error) {
        undone += 1;
        deps.logged('a ticket could not be settled')(error);
      }
    return undone;
  };

  return {
    async countReturned(show) {
      const all = await tickets.listOf(show);
      const outcomes = await judge(show, all);
      // One that was to be paid is returned where its tokens had been taken.
      const last = all.map(({ state }, at) => (state === 'held' ? outcomes[at] : state));
      return last.filter((outcome) => outcome === 'returned').length;
    },
    async settle(show) {
      for (;;) {
        const held = await tickets.listHeld(show.id, BATCH);
        if (held.length === 0) break;
        // The rest is tried again with the next sweep.
        if ((await settleBatch(show, held)) > 0) return;
      }
      await deps.retireApp(show.roomId);
      await deps.shows.close(show.id);
    },
    async takeOut(show, ticket, isPutOut) {
      const isReturned = await deps.database.kysely.transaction().execute(async (transaction) => {
        const now = await deps.shows.lock(transaction, show.id);
        if (now?.state !== 'announced' && now?.state !== 'running') return false;
        await deps.seats.take(transaction, show.roomId, accountKey(ticket.accountId));
        if (isPutOut && hasHadIts(now, asWatched(ticket, now))) return false;
        const decided = await tickets.decide([{ id: ticket.id, outcome: 'returned' }], transaction);
        // Another node, or the same one before it lost the ledger, may have counted it already.
        if (decided > 0) await deps.shows.countSold(transaction, show.id, -1);
        return true;
      });
      if (show.state === 'running') await deps.endRight(show.roomId, ticket.accountId);
      if (isReturned) await settleOne(show, asWatched(ticket, show), 'returned');
    },
  };
}
