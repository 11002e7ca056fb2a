import type { RecordingRightStore } from '../features/ticket-shows/recording-right-store.ts';
import type { TicketShow } from '../features/ticket-shows/ticket-rules.ts';
import type { TicketShowStore } from '../features/ticket-shows/show-store.ts';
import type { TicketStore } from '../features/ticket-shows/ticket-store.ts';
import { alter, type MemoryDatabase, type Tables } from './memory-tables.ts';

/* What the stores of ticket shows promise, kept in maps. Times are those of the world's database. */

/** A look that comes later than this counts no more. */
const COUNTED_MAX_MS = 5_000;

const isOpen = ({ state }: Pick<TicketShow, 'state'>): boolean =>
  state === 'announced' || state === 'running';
const isOver = ({ state }: Pick<TicketShow, 'state'>): boolean =>
  state === 'settling' || state === 'canceled';

export function makeTicketShows({ of, write }: MemoryDatabase, now: () => number): TicketShowStore {
  type Record = Tables['shows'] extends Map<unknown, infer Row> ? Row : never;
  const all = (tables = of()) => [...tables.shows.values()];
  /** With the time since the last look, where there is a picture. */
  const countedNow = ({ rooms }: Tables, show: Record): number => {
    const hasPicture = rooms.get(show.roomId)?.status === 'limited';
    return show.deliveredMs + (hasPicture ? Math.min(now() - show.countedAt, COUNTED_MAX_MS) : 0);
  };
  const store: Partial<TicketShowStore> = {
    now: async () => now(),
    announce: (transaction, id, roomId, terms) =>
      write(transaction, ({ shows }) => {
        for (const show of shows.values())
          if (show.roomId === roomId && isOpen(show)) throw new Error('a room has a second ticket show');
        const fresh = { sold: 0, reason: null, startedAt: null, endedAt: null, closedAt: null } as const;
        const counted = { announcedAt: now(), deliveredMs: 0, countedAt: 0 };
        shows.set(id, { id, roomId, state: 'announced', ...terms, ...fresh, ...counted });
      }),
    setTerms: (transaction, id, terms) =>
      write(transaction, ({ shows }) => void alter(shows, id, () => terms)),
    find: async (id) => of().shows.get(id),
    lock: async (transaction, id) => of(transaction).shows.get(id),
    lockOpen: async (transaction, roomId) =>
      all(of(transaction)).find((show) => show.roomId === roomId && isOpen(show)),
    listOpenIn: async (roomIds) =>
      new Map(
        all()
          .filter((show) => roomIds.includes(show.roomId) && isOpen(show))
          .map((show) => [show.roomId, show]),
      ),
    roomsWith: async (transaction, roomIds) =>
      new Set(
        all(of(transaction))
          .filter((show) => roomIds.includes(show.roomId) && isOpen(show))
          .map(({ roomId }) => roomId),
      ),
    listOpen: async () => all().filter(isOpen),
    listUnsettled: async () => all().filter((show) => show.closedAt === null && isOver(show)),
    listUnsettledOf: async (roomId) =>
      all().filter((show) => show.roomId === roomId && show.closedAt === null && isOver(show)),
    findLastEnded: async (roomId) =>
      all()
        .filter(
          ({ state, ...show }) => show.roomId === roomId && (state === 'settling' || state === 'settled'),
        )
        .toSorted((a, b) => b.announcedAt - a.announcedAt)[0],
    begin: (transaction, id) =>
      write(transaction, ({ shows }) =>
        alter(shows, id, () => ({ state: 'running', startedAt: now(), countedAt: now() }))!,
      ),
    end: (transaction, id, { state, reason }) =>
      write(transaction, (tables) => {
        const end = { state, reason, endedAt: now() };
        return alter(tables.shows, id, (show) => ({
          ...end,
          deliveredMs: show.state === 'running' ? countedNow(tables, show) : 0,
        }))!;
      }),
    countSold: (transaction, id, change) =>
      write(transaction, ({ shows }) => alter(shows, id, ({ sold }) => ({ sold: sold + change }))!),
    isFree: async (transaction, roomId) =>
      !all(of(transaction)).some((show) => show.roomId === roomId && isOpen(show)),
    countDelivered: (id) =>
      write(undefined, (tables) => {
        for (const show of all(tables))
          if (show.state === 'running' && (id === undefined || show.id === id))
            alter(tables.shows, show.id, () => ({
              deliveredMs: countedNow(tables, show),
              countedAt: now(),
            }));
      }),
    close: (id) =>
      write(undefined, ({ shows }) => {
        const show = shows.get(id);
        if (show && isOver(show))
          alter(shows, id, ({ state }) => ({
            closedAt: now(),
            state: state === 'settling' ? 'settled' : state,
          }));
      }),
  };
  return store as TicketShowStore;
}

export function makeTicketRows({ of, write }: MemoryDatabase, now: () => number): TicketStore {
  const all = (tables = of()) => [...tables.tickets.values()];
  const held = (showId: string, tables = of()) =>
    all(tables).filter((ticket) => ticket.showId === showId && ticket.state === 'held');
  return {
    find: async (id) => of().tickets.get(id),
    add: (transaction, ticket) =>
      write(transaction, (tables) => {
        const isTaken = all(tables).some(
          ({ showId, accountId, state }) =>
            showId === ticket.showId && accountId === ticket.accountId && state !== 'returned',
        );
        if (isTaken || tables.tickets.has(ticket.id)) return false;
        const fresh = {
          state: 'held',
          joinedAt: null,
          watchedMs: 0,
          outcome: null,
          settledAt: null,
        } as const;
        tables.tickets.set(ticket.id, { ...ticket, ...fresh, boughtAt: now() });
        return true;
      }),
    listOwned: async (accountId, showIds) =>
      new Set(
        all()
          .filter((one) => one.accountId === accountId && showIds.includes(one.showId))
          .filter(({ state }) => state !== 'returned')
          .map(({ showId }) => showId),
      ),
    listHeld: async (showId, limit) => held(showId).slice(0, limit),
    listHeldIn: async (transaction, showId) =>
      held(showId, of(transaction)).filter(({ outcome }) => outcome !== 'returned'),
    listOf: async ({ id, endedAt }) =>
      all().filter(
        ({ showId, settledAt }) => showId === id && (settledAt === null || settledAt >= (endedAt ?? 0)),
      ),
    decide: (decisions, transaction) =>
      write(transaction, ({ tickets }) => {
        const open = decisions.filter(({ id }) => tickets.get(id)?.outcome === null);
        for (const { id, outcome } of open) alter(tickets, id, () => ({ outcome }));
        return open.length;
      }),
    findOf: async (showId, accountId) =>
      all()
        .filter((ticket) => ticket.showId === showId && ticket.accountId === accountId)
        .toSorted((a, b) => b.boughtAt - a.boughtAt)[0],
    findHeld: async (showId, accountId) =>
      held(showId).find((ticket) => ticket.accountId === accountId && ticket.outcome !== 'returned'),
    listLive: async (ids) =>
      all()
        .filter(({ id, state }) => ids.includes(id) && state === 'held')
        .map(({ id }) => id),
    noteWatched: (watched) =>
      write(undefined, ({ tickets, shows }) => {
        for (const { id, ms } of watched) {
          const ticket = tickets.get(id);
          if (!ticket || ticket.watchedMs >= ms) continue;
          const until = Math.min(now(), shows.get(ticket.showId)?.endedAt ?? Infinity);
          alter(tickets, id, ({ joinedAt }) => ({ watchedMs: ms, joinedAt: joinedAt ?? until }));
        }
      }),
    settle: (id, state) =>
      write(undefined, ({ tickets }) => {
        if (tickets.get(id)?.state !== 'held') return false;
        alter(tickets, id, () => ({ state, settledAt: now() }));
        return true;
      }),
  };
}

export function makeRights({ of, write }: MemoryDatabase, now: () => number): RecordingRightStore {
  const all = () => [...of().rights.values()];
  return {
    find: async (id) => of().rights.get(id),
    findOf: async (showId, accountId) =>
      all().find((right) => right.showId === showId && right.accountId === accountId),
    add: (transaction, right) =>
      write(transaction, ({ rights }) => {
        for (const { showId, accountId } of rights.values())
          if (showId === right.showId && accountId === right.accountId) return false;
        rights.set(right.id, { ...right, state: 'held' });
        return true;
      }),
    // What else is shown of a recording is no part of the machine.
    listPaid: async () => [],
    listLive: async (ids) =>
      all()
        .filter(({ id, state }) => ids.includes(id) && state === 'held')
        .map(({ id }) => id),
    listDue: async () =>
      all().flatMap((right) => {
        const show = of().shows.get(right.showId);
        return right.state === 'held' && show && show.closedAt !== null
          ? [{ ...right, endedMs: now() - (show.endedAt ?? 0) }]
          : [];
      }),
    settle: (id, state) =>
      write(undefined, ({ rights }) => {
        if (rights.get(id)?.state !== 'held') return false;
        alter(rights, id, () => ({ state }));
        return true;
      }),
  };
}
