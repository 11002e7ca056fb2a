import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { type Account, accountKey, type AccountStore } from '../identity/index.ts';
import { modeOf, type RoomRow, type RoomsFeature, type RoomStore } from '../rooms/index.ts';
import type { Deliveries, SeatRoom } from '../shows/index.ts';
import type { GuardTickets } from './guard-tickets.ts';
import type { SettleTickets } from './settle-tickets.ts';
import type { TicketShowStore } from './show-store.ts';
import type { TicketNews } from './ticket-news.ts';
import { endOf, type RoomSight, type TicketShow, type TicketShowEnd } from './ticket-rules.ts';
import type { TicketStore } from './ticket-store.ts';

/** The life of ticket shows from their start (S503 to S509). Any node may end one; the first end counts (S19). */
export interface RunTicketShow {
  /** @throws shows.no_limited_show, shows.in_show, broadcast.not_live */
  start(owner: Account): Promise<TicketShow>;
  /**
   * Ends an announced or running show; its tickets are settled meanwhile.
   * @param show as it was seen: if its state has changed since, nothing ends
   * @param isStill checks again under its lock
   * @returns the show as it ended; undefined where there was nothing to end
   */
  end(
    owner: Account,
    show: TicketShow,
    reason: TicketShowEnd,
    isStill?: (now: TicketShow) => boolean,
  ): Promise<TicketShow | undefined>;
  /** Records delivered time, and ends shows that are due to end or whose room requires it. */
  tend(): Promise<void>;
  /** Settles what a process left half done. */
  sweep(): Promise<void>;
  /** A room that closes ends its show. */
  onClosed(username: string): Promise<void>;
  /** A person removed from a room gets the ticket back. */
  onExpelled(username: string, accountId: AccountId): Promise<void>;
}

const OPEN_MAX = 5_000;
const SWEPT_MAX = 100;

/** Thrown to undo a change of the room for a show that is over already. */
class NotOpenError extends Error {}

export function makeRunTicketShow(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'findByUsername' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'beginShow' | 'endShow'>;
  readonly recordings: Pick<BroadcastFeature['showRecordings'], 'beginShow'>;
  readonly shows: TicketShowStore;
  readonly tickets: TicketStore;
  readonly seats: Pick<RoomsFeature['seats'], 'giveAll' | 'clear'>;
  readonly seatRoom: SeatRoom;
  readonly deliveries: Pick<Deliveries, 'countedOf'>;
  readonly settling: SettleTickets;
  readonly guard: GuardTickets;
  readonly news: TicketNews;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunTicketShow {
  const { shows, tickets, settling, news } = deps;

  const settleSoon = (show: TicketShow): void =>
    void settling.settle(show).catch(deps.logged('tickets could not be settled'));

  /** Writes the end, if the show is unchanged since it was seen, and `isStill` agrees. */
  const write = async (
    transaction: Transaction,
    seen: TicketShow,
    reason: TicketShowEnd,
    isStill: (now: TicketShow) => boolean,
  ): Promise<TicketShow> => {
    const now = await shows.lock(transaction, seen.id);
    if (now?.state !== seen.state || !isStill(now)) throw new NotOpenError();
    const isRunning = now.state === 'running';
    if (isRunning) await deps.seats.clear(transaction, seen.roomId);
    return shows.end(transaction, seen.id, { state: isRunning ? 'settling' : 'canceled', reason });
  };

  type Ending = Parameters<typeof write> extends [unknown, ...infer Rest] ? Rest : never;

  const writeAlone = (...ending: Ending) =>
    deps.database.kysely.transaction().execute((transaction) => write(transaction, ...ending));

  /** Updates room and show in one transaction; only the show if the room no longer has one. */
  const turn = async (owner: Account, ...ending: Ending) => {
    const [show] = ending;
    if (show.state === 'announced') return writeAlone(...ending);
    // From here on the room is public again: delivered time until now is counted first.
    await shows.countDelivered(show.id);
    let ended: TicketShow | undefined;
    await deps.broadcasts.endShow(owner, {
      mode: 'limited',
      also: async (transaction) => void (ended = await write(transaction, ...ending)),
      first: () => ended && news.ended(owner, ended),
    });
    if (ended) return ended;
    const alone = await writeAlone(...ending);
    news.ended(owner, alone);
    return alone;
  };

  const end: RunTicketShow['end'] = async (owner, show, reason, isStill = () => true) => {
    let ended: TicketShow;
    try {
      ended = await turn(owner, show, reason, isStill);
    } catch (error) {
      if (error instanceof NotOpenError) return undefined;
      throw error;
    }
    if (ended.state === 'canceled') news.ended(owner, ended);
    settleSoon(ended);
    if (ended.state !== 'canceled') await deps.seatRoom(owner);
    return ended;
  };

  const sightOf = (row: RoomRow, owner: Account, now: number): RoomSight => {
    const since = (at: Date | null) => (at === null ? 0 : now - at.getTime());
    const hasPicture = row.status === 'limited';
    return {
      isShowOn: modeOf(row) === 'limited',
      silentMs: hasPicture ? 0 : since(row.goneAt),
      closedMs: row.status === 'offline' ? since(row.lastOnlineAt) : 0,
      isOwnerSuspended: owner.suspendedAt !== null,
    };
  };

  const noteWatched = async (showId: Uuid): Promise<void> => {
    const held = await tickets.listHeld(showId);
    const grown = held.flatMap(({ id, watchedMs }) => {
      const ms = deps.deliveries.countedOf(id, watchedMs);
      return ms > watchedMs ? [{ id, ms }] : [];
    });
    await tickets.noteWatched(grown);
  };

  const openShowOf = async (owner: Account | undefined) =>
    owner && (await shows.listOpenIn([owner.id])).get(owner.id);

  const tendOne = async (
    owner: Account,
    show: TicketShow,
    { now, row }: { readonly now: number; readonly row: RoomRow },
  ): Promise<void> => {
    if (show.state === 'running') await noteWatched(show.id);
    const sight = sightOf(row, owner, now);
    const reason = endOf(show, now, sight);
    if (reason) return void (await end(owner, show, reason, (seen) => endOf(seen, now, sight) === reason));
    if ((await deps.guard(show)) && show.state === 'running') await deps.seatRoom(owner);
  };

  return {
    end,
    async start(owner) {
      let begun: TicketShow | undefined;
      const show = await openShowOf(owner);
      if (!show) throw new AppError('shows.no_limited_show');
      if (show.state === 'running') return show;
      await deps.guard(show);
      await deps.broadcasts.beginShow(owner, {
        mode: 'limited',
        async also(transaction) {
          const now = await shows.lock(transaction, show.id);
          if (now?.state !== 'announced') throw new AppError('shows.no_limited_show');
          await deps.seats.clear(transaction, owner.id);
          const held = await tickets.listHeldIn(transaction, show.id);
          const people = held.map(({ id, accountId }) => ({ personKey: accountKey(accountId), meterId: id }));
          await deps.seats.giveAll(transaction, owner.id, 'member', people);
          begun = await shows.begin(transaction, show.id);
        },
      });
      if (begun!.recordingPrice > 0)
        await deps.recordings
          .beginShow(owner.id, { id: begun!.id, kind: 'limited' })
          .catch(deps.logged('a ticket show could not be recorded'));
      news.update(owner, begun!);
      await deps.seatRoom(owner);
      return begun!;
    },
    async tend() {
      await shows.countDelivered();
      const open = await shows.listOpen(OPEN_MAX);
      if (open.length === 0) return;
      const ids = open.map(({ roomId }) => roomId);
      const [now, rows, people] = await Promise.all([
        shows.now(),
        deps.rooms.listOf(ids),
        deps.accounts.listByIds(ids),
      ]);
      const personOf = new Map(people.map((person) => [person.id, person]));
      for (const [at, show] of open.entries()) {
        const owner = personOf.get(show.roomId);
        if (!owner) continue;
        await tendOne(owner, show, { now, row: rows[at]! }).catch(
          deps.logged('a ticket show could not be tended'),
        );
      }
    },
    async sweep() {
      for (const show of await shows.listUnsettled(SWEPT_MAX))
        await settling.settle(show).catch(deps.logged('tickets could not be settled'));
    },
    async onClosed(username) {
      const owner = await deps.accounts.findByUsername(username);
      const show = await openShowOf(owner);
      if (owner && show?.state === 'running')
        await end(owner, show, owner.suspendedAt === null ? 'unpublish' : 'removed');
    },
    async onExpelled(username, accountId) {
      const owner = await deps.accounts.findByUsername(username);
      const show = await openShowOf(owner);
      const ticket = show && (await tickets.findHeld(show.id, accountId));
      if (!owner || !ticket) return;
      await settling.takeOut(show, ticket, true);
      if (show.state === 'running') await deps.seatRoom(owner);
    },
  };
}
