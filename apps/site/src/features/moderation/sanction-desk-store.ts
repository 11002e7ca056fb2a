import type { HouseSanction } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A suspension of the site, or what a room or the house in all rooms has against somebody. */
export interface KeptSanction {
  readonly id: Uuid;
  readonly kind: HouseSanction['kind'];
  readonly scope: HouseSanction['scope'];
  readonly roomId: AccountId | null;
  readonly room: string | null;
  /** Null: a guest. */
  readonly accountId: AccountId | null;
  readonly username: string;
  readonly by: string | null;
  readonly reasonCode: string;
  readonly at: Date;
  readonly until: Date | null;
  readonly liftedAt: Date | null;
}

export interface SanctionFilter {
  readonly kind?: HouseSanction['kind'] | undefined;
  readonly username?: string | undefined;
}

/** Everything that people may not do, of whichever feature it is. */
export interface SanctionDeskStore {
  /** Those in force, newest first. */
  list(filter: SanctionFilter, now: Date, offset: number, limit: number): Promise<KeptSanction[]>;
  count(filter: SanctionFilter, now: Date): Promise<number>;
  /** One that is in force. */
  find(id: Uuid, now: Date, within?: Transaction): Promise<KeptSanction | undefined>;
  /** Also those that are over, newest first. */
  listOf(accountId: AccountId, limit: number): Promise<KeptSanction[]>;
  /** Reports about somebody: waiting and upheld ones. */
  countReports(accountId: AccountId): Promise<{ readonly open: number; readonly upheld: number }>;
}

const ALL = sql`
  select s.id, 'suspend' as kind, 'site' as scope, null::bigint as "roomId", null::text as room,
    s.account_id as "accountId", p.username, b.username as by, s.reason_code as "reasonCode", s.at, s.until,
    s.lifted_at as "liftedAt"
  from account_suspensions s join accounts p on p.id = s.account_id left join accounts b on b.id = s.by_id
  union all
  select s.id, s.kind, 'chat', s.room_id, r.username, s.account_id, s.username, s.by_name, s.reason, s.at, s.until,
    s.lifted_at
  from room_sanctions s join accounts r on r.id = s.room_id
  union all
  select s.id, s.kind, s.scope, null, null, s.account_id, p.username, s.by_name, s.reason_code, s.at, s.until,
    s.lifted_at
  from house_sanctions s join accounts p on p.id = s.account_id`;

const isMeant = ({ kind, username }: SanctionFilter, now: Date) => sql`
  f."liftedAt" is null and (f.until is null or f.until > ${now})
  and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
  and (${username ?? null}::text is null or f.username = ${username ?? null})`;

export const makeSanctionDeskStore = ({ kysely }: Pick<Database, 'kysely'>): SanctionDeskStore => ({
  async list(filter, now, offset, limit) {
    const { rows } = await sql<KeptSanction>`select f.* from (${ALL}) f where ${isMeant(filter, now)}
      order by f.at desc, f.id desc offset ${offset} limit ${limit}`.execute(kysely);
    return rows;
  },
  async count(filter, now) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (${ALL}) f where ${isMeant(filter, now)}`.execute(kysely);
    return rows[0]!.n;
  },
  async find(id, now, within) {
    const { rows } = await sql<KeptSanction>`
      select f.* from (${ALL}) f where f.id = ${id} and ${isMeant({}, now)}`.execute(within ?? kysely);
    return rows[0];
  },
  async listOf(accountId, limit) {
    const { rows } = await sql<KeptSanction>`select f.* from (${ALL}) f where f."accountId" = ${accountId}
      order by f.at desc, f.id desc limit ${limit}`.execute(kysely);
    return rows;
  },
  async countReports(accountId) {
    const { rows } = await sql<{ open: number; upheld: number }>`
      select count(*) filter (where state = 'received')::int as open,
        count(*) filter (where state = 'actioned')::int as upheld
      from reports where subject_id = ${accountId}`.execute(kysely);
    return rows[0]!;
  },
});
