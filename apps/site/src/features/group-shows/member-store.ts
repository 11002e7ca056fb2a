import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { GroupShow, Member } from './group-rules.ts';

/** Somebody in an open show, with the name of its room: for nodes that see who is there. */
export interface MemberThere {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly roomName: string;
}

/** How people leave: from the list at once, from a seat when it is settled. */
interface Leaving {
  readonly id: Uuid;
  readonly reason: NonNullable<Member['reason']>;
  /** Of the meter that was stopped. */
  readonly stopped?: { readonly durationSeconds: number; readonly tokensCharged: number };
}

/** People in group shows, a row for each time that somebody joins. */
export interface MemberStore {
  find(id: Uuid): Promise<Member | undefined>;
  lock(transaction: Transaction, id: Uuid): Promise<Member | undefined>;
  /** False where one with this id was there before. */
  add(
    transaction: Transaction,
    member: Pick<Member, 'id' | 'showId' | 'accountId' | 'state' | 'meterId'>,
  ): Promise<boolean>;
  /** People waiting or inside. */
  listIn(showIds: readonly Uuid[]): Promise<Member[]>;
  /** The same for one show, locked until the transaction ends. */
  lockIn(transaction: Transaction, showId: Uuid): Promise<Member[]>;
  findIn(showId: Uuid, accountId: AccountId, transaction?: Transaction): Promise<Member | undefined>;
  /** Which of these shows somebody is in. */
  listOwn(accountId: AccountId, showIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
  /** How many wait or are inside, by show; 0 of the others. */
  countIn(showIds: readonly Uuid[], transaction?: Transaction): Promise<(showId: Uuid) => number>;
  /** The last time somebody was in a show of this room. */
  findLast(accountId: AccountId, roomId: AccountId): Promise<Member | undefined>;
  /** Everybody waiting or inside anywhere. */
  listThere(limit: number): Promise<MemberThere[]>;
  noteSeen(ids: readonly Uuid[]): Promise<void>;
  /** Sets or clears the meters of a start. */
  setMeters(
    transaction: Transaction,
    meters: readonly { readonly id: Uuid; readonly meterId: Uuid | null }[],
  ): Promise<void>;
  seat(transaction: Transaction, ids: readonly Uuid[]): Promise<void>;
  leave(transaction: Transaction, leaving: Leaving): Promise<void>;
  /** False where another process has settled it. */
  finish(id: Uuid, tokensCharged: number): Promise<boolean>;
  /** Unsettled seats of one show, or of all. */
  listUnsettled(of: Uuid | 'late', limit: number): Promise<Member[]>;
  /** Which of these meters belong to people in a show or not yet settled. */
  listLiveMeters(meterIds: readonly Uuid[]): Promise<Uuid[]>;
  /** A show's earnings so far in tokens, and how many were inside in total. */
  sumOf(showId: Uuid): Promise<{ readonly tokens: number; readonly people: number }>;
}

interface Row {
  readonly member_id: Uuid;
  readonly show_id: Uuid;
  readonly account_id: AccountId;
  readonly state: Member['state'];
  readonly meter_id: Uuid | null;
  readonly seen_at: Date;
  readonly reason: Member['reason'];
  readonly duration_seconds: number;
  readonly tokens_charged: number;
}

const memberOf = (row: Row): Member => ({
  id: row.member_id,
  showId: row.show_id,
  accountId: row.account_id,
  state: row.state,
  meterId: row.meter_id,
  seenAt: row.seen_at.getTime(),
  reason: row.reason,
  durationSeconds: row.duration_seconds,
  tokensCharged: row.tokens_charged,
});

const IN = sql`m.state in ('waiting', 'seated')`;

type Queries = Database['kysely'] | Transaction;
type Query = { execute(on: Queries): Promise<{ rows: Row[] }> };
const allOf = async (query: Query, on: Queries): Promise<Member[]> =>
  (await query.execute(on)).rows.map(memberOf);

/** Who is in a show. */
const makeLists = (
  kysely: Database['kysely'],
): Pick<
  MemberStore,
  'listIn' | 'lockIn' | 'findIn' | 'listOwn' | 'countIn' | 'findLast' | 'listThere' | 'listUnsettled'
> => ({
  listIn: (showIds) =>
    allOf(
      sql<Row>`
        select * from group_members m where show_id = any(${[...showIds]}) and ${IN}
        order by joined_at, member_id`,
      kysely,
    ),
  lockIn: (transaction, showId) =>
    allOf(
      sql<Row>`
        select * from group_members m where show_id = ${showId} and ${IN} order by member_id for update`,
      transaction,
    ),
  async findIn(showId, accountId, transaction) {
    const found = sql<Row>`
      select * from group_members m where show_id = ${showId} and account_id = ${accountId} and ${IN}`;
    return (await allOf(found, transaction ?? kysely))[0];
  },
  async listOwn(accountId, showIds) {
    if (showIds.length === 0) return new Set();
    const { rows } = await sql<{ show_id: Uuid }>`
      select show_id from group_members m
      where account_id = ${accountId} and show_id = any(${[...showIds]}) and ${IN}`.execute(kysely);
    return new Set(rows.map(({ show_id: id }) => id));
  },
  async countIn(showIds, transaction) {
    const { rows } = await sql<{ show_id: Uuid; people: number }>`
      select show_id, count(*)::int people from group_members m
      where show_id = any(${[...showIds]}) and ${IN} group by 1`.execute(transaction ?? kysely);
    const counts = new Map(rows.map(({ show_id: id, people }) => [id, people]));
    return (showId) => counts.get(showId) ?? 0;
  },
  async findLast(accountId, roomId) {
    const last = sql<Row>`
      select m.* from group_members m join group_shows s using (show_id)
      where m.account_id = ${accountId} and s.room_id = ${roomId} order by m.joined_at desc limit 1`;
    return (await allOf(last, kysely))[0];
  },
  async listThere(limit) {
    const { rows } = await sql<{ member_id: Uuid; account_id: AccountId; username: string }>`
      select m.member_id, m.account_id, a.username from group_members m
      join group_shows s using (show_id) join accounts a on a.id = s.room_id
      where ${IN} limit ${limit}`.execute(kysely);
    return rows.map((row) => ({ id: row.member_id, accountId: row.account_id, roomName: row.username }));
  },
  listUnsettled: (of, limit) =>
    allOf(
      of === 'late'
        ? sql<Row>`
            select * from group_members m where state = 'settling'
              and left_at < clock_timestamp() - interval '2 seconds' limit ${limit}`
        : sql<Row>`
            select * from group_members m where show_id = ${of} and state = 'settling' limit ${limit}`,
      kysely,
    ),
});

export function makeMemberStore({ kysely }: Pick<Database, 'kysely'>): MemberStore {
  return {
    ...makeLists(kysely),
    find: async (id) =>
      (await allOf(sql<Row>`select * from group_members where member_id = ${id}`, kysely))[0],
    lock: async (transaction, id) =>
      (await allOf(sql<Row>`select * from group_members where member_id = ${id} for update`, transaction))[0],
    async add(transaction, { id, showId, accountId, state, meterId }) {
      const { rows } = await sql`
        insert into group_members (member_id, show_id, account_id, state, meter_id, seated_at)
        values (${id}, ${showId}, ${accountId}, ${state}, ${meterId},
          case when ${state === 'seated'} then clock_timestamp() end)
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async noteSeen(ids) {
      if (ids.length === 0) return;
      await sql`
        update group_members set seen_at = clock_timestamp() where member_id = any(${[...ids]})`.execute(
        kysely,
      );
    },
    async setMeters(transaction, meters) {
      await sql`
        update group_members m set meter_id = d.meter_id
        from unnest(${meters.map(({ id }) => id)}::uuid[], ${meters.map(({ meterId }) => meterId)}::uuid[])
          d (id, meter_id)
        where m.member_id = d.id`.execute(transaction);
    },
    async seat(transaction, ids) {
      await sql`
        update group_members set state = 'seated', seated_at = clock_timestamp()
        where member_id = any(${[...ids]})`.execute(transaction);
    },
    async leave(transaction, { id, reason, stopped }) {
      await sql`
        update group_members set state = ${stopped ? 'settling' : 'left'}, reason = ${reason},
          left_at = clock_timestamp(), duration_seconds = ${stopped?.durationSeconds ?? 0},
          tokens_charged = ${stopped?.tokensCharged ?? 0}
        where member_id = ${id}`.execute(transaction);
    },
    async finish(id, tokensCharged) {
      const { rows } = await sql`
        update group_members set state = 'left', tokens_charged = ${tokensCharged}
        where member_id = ${id} and state = 'settling' returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async listLiveMeters(meterIds) {
      const { rows } = await sql<{ meter_id: Uuid }>`
        select meter_id from group_members where meter_id = any(${[...meterIds]}) and state <> 'left'`.execute(
        kysely,
      );
      return rows.map(({ meter_id: id }) => id);
    },
    async sumOf(showId: GroupShow['id']) {
      const { rows } = await sql<{ tokens: number; people: number }>`
        select coalesce(sum(coalesce(t.final_tokens, t.price * greatest(t.due_steps, 0) / 6)), 0)::int tokens,
          count(distinct t.payer_id)::int people
        from show_meters t where t.show_id = ${showId} and t.kind = 'group'`.execute(kysely);
      return rows[0]!;
    },
  };
}
