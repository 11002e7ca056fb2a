import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A requested code; its digits are stored nowhere (`codeOf`). */
export interface PhoneCode {
  readonly id: Uuid;
  readonly accountId: AccountId;
  /** The receiving number, and the only one it confirms. */
  readonly number: string;
}

export interface PhoneCodeStore {
  /** Runs what belongs together; a change of the account's number waits for it. */
  inTurnOf<T>(accountId: AccountId, run: (within: Transaction) => Promise<T>): Promise<T>;
  /** When the account has asked since then, newest first. */
  listTimes(accountId: AccountId, since: Date, within: Transaction): Promise<Date[]>;
  /** Codes to a number since then, from all callers. */
  countToNumber(number: string, since: Date, within: Transaction): Promise<number>;
  add(
    code: Omit<PhoneCode, 'id'> & {
      readonly tries: number;
      readonly askedAt: Date;
      readonly expiresAt: Date;
    },
    within: Transaction,
  ): Promise<Uuid>;
  /** While it is valid: unused, not expired, and no newer one requested. */
  findOpen(id: Uuid, at: Date): Promise<PhoneCode | undefined>;
  /**
   * Counts a try of the account's newest code before it is compared, so that simultaneous tries cannot exceed the
   * limit. Undefined if there is no valid one.
   */
  countTry(accountId: AccountId, at: Date): Promise<PhoneCode | undefined>;
  /** Uses it up: true for exactly one of several simultaneous tries. */
  take(id: Uuid, at: Date, within: Transaction): Promise<boolean>;
  prune(before: Date): Promise<void>;
}

const COLUMNS = sql`id, account_id as "accountId", number`;
const ofRow = (row: PhoneCode): PhoneCode => ({ ...row, accountId: Number(row.accountId) as AccountId });

export function makePhoneCodeStore({ kysely }: Pick<Database, 'kysely'>): PhoneCodeStore {
  return {
    inTurnOf: (accountId, run) =>
      kysely.transaction().execute(async (within) => {
        await sql`select 1 from accounts where id = ${accountId} for update`.execute(within);
        return run(within);
      }),
    async listTimes(accountId, since, within) {
      const { rows } = await sql<{ at: Date }>`
        select asked_at as at from phone_codes where account_id = ${accountId} and asked_at > ${since}
        order by asked_at desc`.execute(within);
      return rows.map(({ at }) => at);
    },
    async countToNumber(number, since, within) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from phone_codes where number = ${number} and asked_at > ${since}`.execute(
        within,
      );
      return rows[0]!.count;
    },
    async add({ accountId, number, tries, askedAt, expiresAt }, within) {
      const id = uuidv7();
      await sql`
        insert into phone_codes (id, account_id, number, tries_left, asked_at, expires_at)
        values (${id}, ${accountId}, ${number}, ${tries}, ${askedAt}, ${expiresAt})`.execute(within);
      return id;
    },
    async findOpen(id, at) {
      const { rows } = await sql<PhoneCode>`
        select ${COLUMNS} from phone_codes asked
        where id = ${id} and used_at is null and expires_at > ${at} and not exists (
          select 1 from phone_codes later where later.account_id = asked.account_id
            and (later.asked_at, later.id) > (asked.asked_at, asked.id))`.execute(kysely);
      return rows[0] && ofRow(rows[0]);
    },
    async countTry(accountId, at) {
      const { rows } = await sql<PhoneCode>`
        update phone_codes set tries_left = tries_left - 1
        where id = (
            select id from phone_codes where account_id = ${accountId} order by asked_at desc, id desc limit 1)
          and tries_left > 0 and used_at is null and expires_at > ${at}
        returning ${COLUMNS}`.execute(kysely);
      return rows[0] && ofRow(rows[0]);
    },
    async take(id, at, within) {
      const { rows } = await sql`
        update phone_codes set used_at = ${at} where id = ${id} and used_at is null returning 1`.execute(
        within,
      );
      return rows.length > 0;
    },
    async prune(before) {
      await sql`delete from phone_codes where asked_at < ${before}`.execute(kysely);
    },
  };
}
