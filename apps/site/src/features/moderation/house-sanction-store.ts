import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** What the house does about a person, wherever they are. */
export interface NewHouseSanction {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly kind: 'warn' | 'silence' | 'kick' | 'ban';
  readonly scope: 'site' | 'chat' | 'broadcast';
  readonly byId: AccountId | null;
  readonly byName: string;
  readonly reasonCode: string;
  readonly statement: string;
  readonly at: Date;
  /** Null: until somebody lifts it. */
  readonly until: Date | null;
}

/** A current ban or silence, and the state of its appeal. */
export interface RunningSanction extends Pick<
  NewHouseSanction,
  'id' | 'scope' | 'at' | 'until' | 'reasonCode' | 'statement'
> {
  readonly kind: 'silence' | 'ban';
  readonly appealState: 'open' | 'closed' | null;
  readonly appealStatement: string | null;
}

/** Staff sanctions for all rooms; expired ones stay for people reviewing the person later. */
export interface HouseSanctionStore {
  /** One of the same kind that runs gives way. Of two at once each waits for the other. */
  impose(within: Transaction, given: NewHouseSanction): Promise<void>;
  /** @returns false where it is over */
  lift(within: Transaction, id: Uuid, at: Date): Promise<boolean>;
  /** Ends every silence of the account. @returns false if none is running */
  liftSilences(within: Transaction, accountId: AccountId, at: Date): Promise<boolean>;
  /** How many silences began after that moment. */
  countSilences(within: Transaction, accountId: AccountId, after: Date): Promise<number>;
  /** The silence in all rooms that runs: the one that lasts longest. */
  findSilence(
    within: Transaction,
    accountId: AccountId,
  ): Promise<{ readonly until: Date | null; readonly reasonCode: string } | undefined>;
  /** The same of silences in chat that the house has imposed; nobody else changes them until the end of the transaction. */
  findHouseSilence(
    within: Transaction,
    accountId: AccountId,
  ): Promise<{ readonly until: Date | null } | undefined>;
  /** One that has neither ended nor been lifted. */
  findRunning(
    within: Transaction,
    id: Uuid,
    now: Date,
  ): Promise<Pick<NewHouseSanction, 'kind' | 'until'> | undefined>;
  /** Bans and silences of the account that run, the newest first. */
  listRunning(accountId: AccountId, now: Date, within?: Transaction): Promise<readonly RunningSanction[]>;
  /** What the account broadcasts now. */
  findBroadcast(within: Transaction, accountId: AccountId): Promise<Uuid | undefined>;
  /** Running silences of single rooms, which remain after lifting one for all rooms. */
  listRoomSilences(
    within: Transaction,
    accountId: AccountId,
  ): Promise<{ readonly room: string; readonly until: Date | null }[]>;
}

export const makeHouseSanctionStore = ({ kysely }: Pick<Database, 'kysely'>): HouseSanctionStore => ({
  async impose(within, given) {
    const { accountId, kind, scope, at } = given;
    await sql`select from accounts where id = ${accountId} for no key update`.execute(within);
    await sql`update house_sanctions set lifted_at = ${at}
      where account_id = ${accountId} and kind = ${kind} and scope = ${scope} and lifted_at is null`.execute(
      within,
    );
    await sql`
      insert into house_sanctions
        (id, account_id, kind, scope, by_id, by_name, reason_code, statement, at, until)
      values (${given.id}, ${accountId}, ${kind}, ${scope}, ${given.byId}, ${given.byName}, ${given.reasonCode},
        ${given.statement}, ${at}, ${given.until})`.execute(within);
  },
  async lift(within, id, at) {
    const { numAffectedRows } = await sql`update house_sanctions set lifted_at = ${at}
      where id = ${id} and lifted_at is null and (until is null or until > ${at})`.execute(within);
    return numAffectedRows === 1n;
  },
  async liftSilences(within, accountId, at) {
    const { numAffectedRows } = await sql`update house_sanctions set lifted_at = ${at}
      where account_id = ${accountId} and kind = 'silence' and lifted_at is null
        and (until is null or until > ${at})`.execute(within);
    return numAffectedRows! > 0n;
  },
  async countSilences(within, accountId, after) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from house_sanctions
      where account_id = ${accountId} and kind = 'silence' and at > ${after}`.execute(within);
    return rows[0]!.n;
  },
  async findSilence(within, accountId) {
    const { rows } = await sql<{ until: Date | null; reasonCode: string }>`
      select until, reason_code as "reasonCode" from house_sanctions
      where account_id = ${accountId} and kind = 'silence' and lifted_at is null and (until is null or until > now())
      order by until desc nulls first limit 1`.execute(within);
    return rows[0];
  },
  async findHouseSilence(within, accountId) {
    await sql`select from accounts where id = ${accountId} for no key update`.execute(within);
    const { rows } = await sql<{ until: Date | null }>`
      select until from house_sanctions
      where account_id = ${accountId} and kind = 'silence' and scope = 'chat' and lifted_at is null
        and (until is null or until > now())
      order by until desc nulls first limit 1`.execute(within);
    return rows[0];
  },
  async findRunning(within, id, now) {
    const { rows } = await sql<Pick<NewHouseSanction, 'kind' | 'until'>>`
      select kind, until from house_sanctions
      where id = ${id} and lifted_at is null and (until is null or until > ${now})`.execute(within);
    return rows[0];
  },
  async listRunning(accountId, now, within) {
    const { rows } = await sql<RunningSanction>`
      select h.id, h.kind, h.scope, h.at, h.until, h.reason_code as "reasonCode", h.statement,
        p.state as "appealState", p.statement as "appealStatement"
      from house_sanctions h left join appeals p on p.sanction_id = h.id
      where h.account_id = ${accountId} and h.kind in ('silence', 'ban') and h.lifted_at is null
        and (h.until is null or h.until > ${now})
      order by h.at desc, h.id desc`.execute(within ?? kysely);
    return rows;
  },
  async findBroadcast(within, accountId) {
    const { rows } = await sql<{ id: Uuid | null }>`
      select broadcast_id as id from rooms where account_id = ${accountId}`.execute(within);
    return rows[0]?.id ?? undefined;
  },
  async listRoomSilences(within, accountId) {
    const { rows } = await sql<{ room: string; until: Date | null }>`
      select r.username as room, s.until from room_sanctions s join accounts r on r.id = s.room_id
      where s.account_id = ${accountId} and s.kind = 'silence' and s.lifted_at is null
        and (s.until is null or s.until > now())`.execute(within);
    return rows;
  },
});
