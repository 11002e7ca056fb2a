import { RAID_SECONDS, REFUSED_ROOMS_MAX } from '@klieg/contract/features/raids/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { Raid, RaidEnd } from './raid-rules.ts';

/** Raids, who went along, and rooms from which raids are refused. */
export interface RaidStore {
  now(): Promise<number>;
  /** One raid of a room begins at a time, until the transaction ends. */
  lock(within: Transaction, fromId: AccountId): Promise<void>;
  begin(
    within: Transaction,
    raid: { readonly id: Uuid; readonly fromId: AccountId; readonly toId: AccountId },
  ): Promise<Raid>;
  findLast(fromId: AccountId, within?: Transaction): Promise<Raid | undefined>;
  find(id: Uuid): Promise<Raid | undefined>;
  /** Raids from these rooms whose viewers are being asked now. */
  listAskingIn(fromIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Raid>>;
  listAsking(): Promise<readonly Raid[]>;
  /** Counts somebody once. @returns false where the raid is over */
  join(id: Uuid, personKey: string, network: string | null): Promise<boolean>;
  /** Recounts. @returns the raid if the number has changed */
  recount(id: Uuid): Promise<Raid | undefined>;
  /** @returns the raid with its count, for the process that has ended it */
  end(id: Uuid, how: RaidEnd): Promise<Raid | undefined>;
  /** Usernames, newest first. */
  listRefused(accountId: AccountId): Promise<string[]>;
  /** @returns false at the limit */
  refuse(accountId: AccountId, fromId: AccountId, isRefused: boolean): Promise<boolean>;
  /** Which of these performers refuse raids from a room. */
  listRefusing(fromId: AccountId, accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  prune(): Promise<void>;
}

interface Row {
  readonly raid_id: Uuid;
  readonly from_id: AccountId;
  readonly to_id: AccountId;
  readonly state: Raid['state'];
  readonly ends_at: Date;
  readonly ended_at: Date | null;
  readonly moved: number;
}

const raidOf = (row: Row): Raid => ({
  id: row.raid_id,
  fromId: row.from_id,
  toId: row.to_id,
  state: row.state,
  endsAt: row.ends_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  moved: row.moved,
});

/** Most guests counted per network; anybody can be many guests. */
const GUESTS_PER_NETWORK = 5;
const ASKING_MAX = 1_000;

const counted = sql`(select count(*)::int from raid_viewers v where v.raid_id = r.raid_id)`;

export function makeRaidStore({ kysely }: Pick<Database, 'kysely'>): RaidStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const one = async (query: Query, on: Database['kysely'] | Transaction = kysely) => {
    const { rows } = await query.execute(on);
    return rows[0] && raidOf(rows[0]);
  };
  return {
    now: () => databaseNow(kysely),
    async lock(within, fromId) {
      await sql`select pg_advisory_xact_lock(hashtextextended('raids', ${fromId}))`.execute(within);
    },
    async begin(within, { id, fromId, toId }) {
      const begun = await one(
        sql<Row>`
          insert into raids (raid_id, from_id, to_id, ends_at)
          values (${id}, ${fromId}, ${toId}, clock_timestamp() + make_interval(secs => ${RAID_SECONDS}))
          returning *`,
        within,
      );
      return begun!;
    },
    findLast: (fromId, within) =>
      one(sql<Row>`select * from raids where from_id = ${fromId} order by started_at desc limit 1`, within),
    find: (id) => one(sql<Row>`select * from raids where raid_id = ${id}`),
    async listAskingIn(fromIds) {
      if (fromIds.length === 0) return new Map();
      const { rows } = await sql<Row>`
        select * from raids where from_id = any(${[...fromIds]}) and state = 'asking'
          and ends_at > clock_timestamp()`.execute(kysely);
      return new Map(rows.map((row) => [row.from_id, raidOf(row)]));
    },
    async listAsking() {
      const { rows } = await sql<Row>`
        select * from raids where state = 'asking' order by ends_at limit ${ASKING_MAX}`.execute(kysely);
      return rows.map(raidOf);
    },
    join: (id, personKey, network) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          select 1 from raids where raid_id = ${id} and state = 'asking' and ends_at > clock_timestamp()
          for share`.execute(transaction);
        if (rows.length === 0) return false;
        await sql`
          insert into raid_viewers (raid_id, person_key, network) select ${id}, ${personKey}, ${network}
          where ${network}::text is null or (select count(*) from raid_viewers
            where raid_id = ${id} and network = ${network}) < ${GUESTS_PER_NETWORK}
          on conflict do nothing`.execute(transaction);
        return true;
      }),
    recount: (id) =>
      one(sql<Row>`
        update raids r set moved = ${counted}
        where r.raid_id = ${id} and r.state = 'asking' and r.moved <> ${counted} returning *`),
    // People going along at this moment are waited for, and count.
    end: (id, how) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          select 1 from raids where raid_id = ${id} and state = 'asking' for update`.execute(transaction);
        if (rows.length === 0) return undefined;
        return one(
          sql<Row>`
            update raids r set state = ${how}, ended_at = clock_timestamp(), moved = ${counted}
            where r.raid_id = ${id} returning *`,
          transaction,
        );
      }),
    async listRefused(accountId) {
      const { rows } = await sql<{ username: string }>`
        select a.username from refused_raids f join accounts a on a.id = f.from_id
        where f.account_id = ${accountId} order by f.refused_at desc, a.id`.execute(kysely);
      return rows.map(({ username }) => username);
    },
    refuse: (accountId, fromId, isRefused) =>
      kysely.transaction().execute(async (transaction) => {
        if (!isRefused) {
          await sql`
            delete from refused_raids where account_id = ${accountId} and from_id = ${fromId}`.execute(
            transaction,
          );
          return true;
        }
        await sql`select pg_advisory_xact_lock(hashtextextended('refused_raids', ${accountId}))`.execute(
          transaction,
        );
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from refused_raids
          where account_id = ${accountId} and from_id <> ${fromId}`.execute(transaction);
        if (rows[0]!.n >= REFUSED_ROOMS_MAX) return false;
        await sql`
          insert into refused_raids (account_id, from_id) values (${accountId}, ${fromId})
          on conflict do nothing`.execute(transaction);
        return true;
      }),
    async listRefusing(fromId, accountIds) {
      if (accountIds.length === 0) return new Set();
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from refused_raids
        where from_id = ${fromId} and account_id = any(${[...accountIds]})`.execute(kysely);
      return new Set(rows.map(({ account_id: id }) => id));
    },
    async prune() {
      await sql`delete from raids where started_at < now() - interval '30 days'`.execute(kysely);
    },
  };
}
