import type { Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { Deliveries, EndRight, Meters, PlaceStore, SeatRoom } from '../shows/index.ts';
import type { GroupNews } from './group-news.ts';
import { type GroupShow, isIn, type Member } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';

type Reason = NonNullable<Member['reason']>;

/** Takes people out of a show, one by one or all with it, and settles what they owe. */
export interface EndMembers {
  /** Out of the list, or from the seat (GS3, GS9). A repeat does nothing. */
  end(owner: Account, member: Pick<Member, 'id' | 'showId'>, reason: Reason): Promise<void>;
  /** All of a show, within the transaction that ends it; their seats are the caller's. @returns as they were */
  endAll(transaction: Transaction, showId: Uuid, reason: Reason): Promise<Member[]>;
  /** Pays the rest, releases what is left and tells the person. A repeat does nothing. */
  settle(owner: Pick<Account, 'username'>, member: Member): Promise<void>;
}

export function makeEndMembers(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly shows: Pick<GroupStore, 'lock'>;
  readonly members: MemberStore;
  readonly places: Pick<PlaceStore, 'leave'>;
  readonly meters: Pick<Meters, 'stop' | 'settle' | 'free'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly seats: Pick<RoomsFeature['seats'], 'take'>;
  readonly seatRoom: SeatRoom;
  readonly endRight: EndRight;
  readonly news: Pick<GroupNews, 'update' | 'result'>;
}): EndMembers {
  const { members, meters } = deps;

  /** What somebody's end writes; the meter says what it costs. */
  const write = async (transaction: Transaction, member: Member, reason: Reason): Promise<void> => {
    const { id, meterId } = member;
    if (member.state !== 'seated' || meterId === null) return members.leave(transaction, { id, reason });
    const meter = await meters.stop(transaction, meterId, deps.deliveries.deliveredOf(meterId));
    const stopped = {
      durationSeconds: Math.floor(meter.deliveredMs / 1_000),
      tokensCharged: meter.finalTokens ?? 0,
    };
    await members.leave(transaction, { id, reason, stopped });
  };

  const settle: EndMembers['settle'] = async (owner, member) => {
    const charged = member.meterId === null ? 0 : await meters.settle(member.meterId);
    if (!(await members.finish(member.id, charged))) return;
    deps.news.result(owner, { ...member, tokensCharged: charged });
  };

  const leave = (member: Pick<Member, 'id' | 'showId'>, reason: Reason) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const show = await deps.shows.lock(transaction, member.showId);
      const before = await members.lock(transaction, member.id);
      if (!show || !before || !isIn(before)) return undefined;
      await write(transaction, before, reason);
      if (before.state === 'seated')
        await deps.seats.take(transaction, show.roomId, accountKey(before.accountId));
      await deps.places.leave(transaction, [before.id]);
      const joined = (await members.countIn([show.id], transaction))(show.id);
      return { show, before, joined };
    });

  const tellLeft = async (
    owner: Account,
    { show, before, joined }: { show: GroupShow; before: Member; joined: number },
  ): Promise<void> => {
    deps.news.update(owner, show, joined, { accountId: before.accountId, isIn: false });
    const left = (await members.find(before.id))!;
    if (left.state === 'settling') {
      await deps.endRight(owner.id, left.accountId);
      await deps.seatRoom(owner);
      return settle(owner, left);
    }
    // A start that is under way may have held for them.
    if (before.meterId) await meters.free({ id: before.meterId, payerId: before.accountId });
    deps.news.result(owner, left);
  };

  return {
    settle,
    async end(owner, member, reason) {
      const gone = await leave(member, reason);
      if (gone) await tellLeft(owner, gone);
    },
    async endAll(transaction, showId, reason) {
      const all = await members.lockIn(transaction, showId);
      for (const member of all) await write(transaction, member, reason);
      await deps.places.leave(
        transaction,
        all.map(({ id }) => id),
      );
      return all;
    },
  };
}
