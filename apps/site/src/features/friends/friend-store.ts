import { FRIENDS_MAX, type FriendStatus } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { type Friendship, REQUEST_DAYS, type RequestFacts, statusFor } from './friend-rules.ts';

/** A friend or request as one side sees it. */
export interface ListedFriend {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly status: FriendStatus;
  readonly since: Date;
}

type PairFacts = Pick<RequestFacts, 'seen' | 'ownCount' | 'waitingCount'> & {
  /** Only the asker knows of the request. */
  readonly isUnseen: boolean;
};
/** What becomes of a pair; null: nothing changes. */
export type PairChange =
  | { readonly to: 'requested'; readonly isUnseen: boolean }
  | { readonly to: 'confirmed' }
  | { readonly to: 'none' }
  | null;

export interface FriendStore {
  /**
   * Decides and writes for one pair while nobody else changes a pair of either side.
   * @returns what `decide` answered
   */
  change<T extends { readonly change: PairChange }>(
    person: AccountId,
    other: AccountId,
    decide: (facts: PairFacts) => T,
  ): Promise<T>;
  statusOf(person: AccountId, other: AccountId): Promise<FriendStatus | null>;
  /** Those among `others` with any relation. */
  statusesOf(person: AccountId, others: readonly AccountId[]): Promise<ReadonlyMap<AccountId, FriendStatus>>;
  /** By name; those after the given one. */
  list(person: AccountId, after: string, limit: number): Promise<ListedFriend[]>;
  /** Friends who agreed. */
  listConfirmed(person: AccountId): Promise<AccountId[]>;
  /** Takes requests out that nobody answered in time. */
  expireRequests(
    limit: number,
  ): Promise<{ readonly askerId: AccountId; readonly askedId: AccountId; readonly isUnseen: boolean }[]>;
  /** The next sequence number for pages. */
  nextSeq(): Promise<number>;
}

interface PairRow {
  readonly low_id: AccountId;
  readonly high_id: AccountId;
  readonly asker_id: AccountId;
  readonly status: Friendship['status'];
  readonly is_unseen: boolean;
}

const friendshipOf = (row: PairRow): Friendship => ({
  askerId: row.asker_id,
  status: row.status,
  isUnseen: row.is_unseen,
});
const otherOf = (person: AccountId, row: PairRow): AccountId =>
  row.low_id === person ? row.high_id : row.low_id;
const inOrder = (one: AccountId, two: AccountId): [AccountId, AccountId] =>
  one < two ? [one, two] : [two, one];

export function makeFriendStore({ kysely }: Database): FriendStore {
  const findPair = async (on: typeof kysely | Transaction<unknown>, low: AccountId, high: AccountId) => {
    const { rows } = await sql<PairRow>`
      select * from friendships where low_id = ${low} and high_id = ${high}`.execute(on);
    return rows[0] && friendshipOf(rows[0]);
  };

  const countOf = async (on: Transaction<unknown>, person: AccountId, other: AccountId) => {
    const { rows } = await sql<{ own: number; waiting: number }>`
      select
        (select count(*) from friendships where ${person} in (low_id, high_id)
           and (status = 'confirmed' or asker_id = ${person})) as own,
        (select count(*) from friendships where ${other} in (low_id, high_id)
           and status = 'requested' and asker_id <> ${other} and not is_unseen) as waiting`.execute(on);
    return { ownCount: rows[0]!.own, waitingCount: rows[0]!.waiting };
  };

  const write = async (
    on: Transaction<unknown>,
    [low, high]: [AccountId, AccountId],
    asker: AccountId,
    change: PairChange,
  ): Promise<void> => {
    switch (change?.to) {
      case 'requested':
        // A request that its receiver never saw gives way to one of the receiver's own.
        await sql`insert into friendships (low_id, high_id, asker_id, status, is_unseen)
          values (${low}, ${high}, ${asker}, 'requested', ${change.isUnseen})
          on conflict (low_id, high_id) do update set asker_id = excluded.asker_id,
            is_unseen = excluded.is_unseen, since = now()`.execute(on);
        return;
      case 'confirmed':
        await sql`update friendships set status = 'confirmed', is_unseen = false, since = now()
          where low_id = ${low} and high_id = ${high}`.execute(on);
        return;
      case 'none':
        await sql`delete from friendships where low_id = ${low} and high_id = ${high}`.execute(on);
    }
  };

  return {
    change: (person, other, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const [low, high] = inOrder(person, other);
        for (const id of [low, high])
          await sql`select pg_advisory_xact_lock(hashtextextended('friends', ${id}))`.execute(transaction);
        const [pair, counts] = [
          await findPair(transaction, low, high),
          await countOf(transaction, person, other),
        ];
        const decision = decide({
          seen: statusFor(person, pair),
          isUnseen: pair?.isUnseen ?? false,
          ...counts,
        });
        await write(transaction, [low, high], person, decision.change);
        return decision;
      }),
    async statusOf(person, other) {
      const [low, high] = inOrder(person, other);
      return statusFor(person, await findPair(kysely, low, high));
    },
    async statusesOf(person, others) {
      const { rows } = await sql<PairRow>`
        select * from friendships where (low_id = ${person} and high_id = any(${others}))
          or (high_id = ${person} and low_id = any(${others}))`.execute(kysely);
      return new Map(
        rows.flatMap((row): [AccountId, FriendStatus][] => {
          const status = statusFor(person, friendshipOf(row));
          return status ? [[otherOf(person, row), status]] : [];
        }),
      );
    },
    async list(person, after, limit) {
      const { rows } = await sql<
        PairRow & {
          id: AccountId;
          username: string;
          display_name: string;
          avatar_url: string | null;
          since: Date;
        }
      >`
        select f.*, a.id, a.username, a.display_name, a.avatar_url from friendships f
        join accounts a on a.id = case when f.low_id = ${person} then f.high_id else f.low_id end
        where ${person} in (f.low_id, f.high_id) and not (f.is_unseen and f.asker_id <> ${person})
          and a.username > ${after}
        order by a.username limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        username: row.username,
        displayName: row.display_name,
        avatarUrl: row.avatar_url,
        status: statusFor(person, friendshipOf(row))!,
        since: row.since,
      }));
    },
    async listConfirmed(person) {
      const { rows } = await sql<PairRow>`
        select * from friendships where ${person} in (low_id, high_id) and status = 'confirmed'
        limit ${FRIENDS_MAX * 2}`.execute(kysely);
      return rows.map((row) => otherOf(person, row));
    },
    async expireRequests(limit) {
      const { rows } = await sql<PairRow>`
        delete from friendships where (low_id, high_id) in (
          select low_id, high_id from friendships
          where status = 'requested' and since < now() - make_interval(days => ${REQUEST_DAYS})
          order by since limit ${limit}) returning *`.execute(kysely);
      return rows.map((row) => ({
        askerId: row.asker_id,
        askedId: otherOf(row.asker_id, row),
        isUnseen: row.is_unseen,
      }));
    },
    async nextSeq() {
      const { rows } = await sql<{ seq: number }>`select nextval('message_seq') as seq`.execute(kysely);
      return rows[0]!.seq;
    },
  };
}
