import { GROUP_HELD_SECONDS } from '@klieg/contract/features/group-shows/limits';
import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { Meters, MeterStore, SeatRoom } from '../shows/index.ts';
import type { EndMembers } from './end-members.ts';
import type { GroupNews } from './group-news.ts';
import { type GroupShow, type Member, meterOfMember, PRESENT_MS } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';

/** The start of a show (GS5): holds first, one for each person, then room, seats and meters in one transaction. */
export interface StartGroup {
  /** Where another node starts it, nothing happens. */
  start(owner: Account, show: GroupShow): Promise<void>;
  /** An impossible or interrupted start: holds are released, and it is open again. */
  undo(owner: Account, show: GroupShow): Promise<void>;
}

/** Holds that are taken at the same time. */
const BATCH = 50;

/** Somebody for whom the start is about to hold tokens, or has. */
type Starter = Member & { readonly meterId: Uuid };

/** Thrown to undo a change of the room when a start is no longer wanted. */
class NotStartingError extends Error {}

export function makeStartGroup(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly shows: GroupStore;
  readonly members: MemberStore;
  readonly ends: Pick<EndMembers, 'end'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'beginShow'>;
  readonly meters: Pick<Meters, 'hold' | 'free'>;
  readonly meterStore: Pick<MeterStore, 'open'>;
  readonly seats: Pick<RoomsFeature['seats'], 'clear' | 'giveAll'>;
  readonly seatRoom: SeatRoom;
  readonly news: Pick<GroupNews, 'update'>;
}): StartGroup {
  const { shows, members, ends, meters } = deps;
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  /** Sets the meters before anything is held for them (S4), on exactly one node. */
  const claim = ({ id }: GroupShow) =>
    inTransaction().execute(async (transaction) => {
      const show = await shows.claimStart(transaction, id);
      if (!show) return undefined;
      const waiting = await members.lockIn(transaction, id);
      const starters: Starter[] = waiting.map((member) => ({ ...member, meterId: uuidv7() }));
      await members.setMeters(transaction, starters);
      return { show, starters };
    });

  /** @returns false: they cannot pay. @throws where nobody knows */
  const canHold = async (show: GroupShow, starter: Starter): Promise<boolean> => {
    try {
      await meters.hold(meterOfMember(show, starter), GROUP_HELD_SECONDS);
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'common.unavailable') throw error;
      return false;
    }
  };

  const undo: StartGroup['undo'] = async (owner, { id }) => {
    const undone = await inTransaction().execute(async (transaction) => {
      const show = await shows.undoStart(transaction, id);
      if (!show) return undefined;
      const waiting = await members.lockIn(transaction, id);
      await members.setMeters(
        transaction,
        waiting.map((member) => ({ id: member.id, meterId: null })),
      );
      return { show, waiting };
    });
    if (!undone) return;
    for (const { meterId, accountId } of undone.waiting)
      if (meterId) await meters.free({ id: meterId, payerId: accountId });
    deps.news.update(owner, undone.show, undone.waiting.length);
  };

  /** Seats those who are still there and have a hold. */
  const seatAll = async (
    transaction: Transaction,
    { id }: GroupShow,
    held: readonly Starter[],
  ): Promise<{ show: GroupShow; people: number }> => {
    const now = await shows.lock(transaction, id);
    const meterOf = new Map((await members.lockIn(transaction, id)).map((its) => [its.id, its.meterId]));
    const inside = held.filter((starter) => meterOf.get(starter.id) === starter.meterId);
    if (now?.state !== 'starting' || inside.length < now.minPeople) throw new NotStartingError();
    for (const starter of inside) await deps.meterStore.open(transaction, meterOfMember(now, starter));
    const people = inside.map(({ accountId, meterId }) => ({ personKey: accountKey(accountId), meterId }));
    await deps.seats.clear(transaction, now.roomId);
    await deps.seats.giveAll(transaction, now.roomId, 'member', people);
    await members.seat(
      transaction,
      inside.map((starter) => starter.id),
    );
    return { show: await shows.begin(transaction, id), people: inside.length };
  };

  const begin = async (owner: Account, show: GroupShow, held: readonly Starter[]): Promise<void> => {
    let begun: { show: GroupShow; people: number } | undefined;
    await deps.broadcasts.beginShow(owner, {
      mode: 'limited',
      also: async (transaction) => void (begun = await seatAll(transaction, show, held)),
      first: () => begun && deps.news.update(owner, begun.show, begun.people),
    });
    await deps.seatRoom(owner);
  };

  /** @returns those of some people for whom tokens are held now; the others are out of the list */
  const holdFor = async (owner: Account, show: GroupShow, some: readonly Starter[], now: number) => {
    const isHere = ({ seenAt }: Starter): boolean => now - seenAt <= PRESENT_MS;
    const outcomes = await Promise.allSettled(
      some.map(async (starter) => isHere(starter) && canHold(show, starter)),
    );
    // All have an outcome before any of it is undone.
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    const isHeld = outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value);
    for (const [at, starter] of some.entries())
      if (!isHeld[at]) await ends.end(owner, starter, isHere(starter) ? 'no_tokens' : 'left');
    return some.filter((_starter, at) => isHeld[at]);
  };

  const holdAndBegin = async (owner: Account, show: GroupShow, starters: readonly Starter[]) => {
    const now = await shows.now();
    const held: Starter[] = [];
    for (let from = 0; from < starters.length; from += BATCH) {
      held.push(...(await holdFor(owner, show, starters.slice(from, from + BATCH), now)));
      // Other nodes take a start that shows no progress for interrupted.
      if (!(await shows.prolongStart(show.id))) throw new NotStartingError();
    }
    if (held.length < show.minPeople) return undo(owner, show);
    await begin(owner, show, held);
  };

  return {
    undo,
    async start(owner, show) {
      const claimed = await claim(show);
      if (!claimed) return;
      try {
        await holdAndBegin(owner, claimed.show, claimed.starters);
      } catch (error) {
        await undo(owner, claimed.show);
        // The room has no picture for a moment, or somebody left: it counts down again when all is there.
        const isExpected = error instanceof AppError || error instanceof NotStartingError;
        if (!isExpected) throw error;
      }
    },
  };
}
