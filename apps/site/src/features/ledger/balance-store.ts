import type { Tokens } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { LedgerAccount } from './accounts.ts';

/** An account as it is now. */
export interface AccountBalance {
  /** What can be spent or paid out: posted - held - floor, never below 0. */
  readonly spendable: Tokens;
  readonly held: Tokens;
  /** The sum of all entries; below 0 where credit was used or a reversal took more than there was. */
  readonly posted: Tokens;
  /** 0, or the negative of a credit line. */
  readonly floor: Tokens;
  /** The person's own limit per UTC day; 0 is none. */
  readonly dailyLimitTokens: Tokens;
  /** Spent and held on the present UTC day. */
  readonly spentTodayTokens: Tokens;
  /** Grows with every change; 0 when the account was never used. */
  readonly version: number;
}

export interface BalanceStore {
  read(account: LedgerAccount, now?: number): Promise<AccountBalance>;
  /** Of each account, in their order. */
  readMany(accounts: readonly LedgerAccount[], now?: number): Promise<AccountBalance[]>;
  setDailyLimit(account: LedgerAccount, limitTokens: Tokens, now?: number): Promise<AccountBalance>;
  /** A floor above what is free now ends at that: nothing is demanded, no new credit is given. */
  setFloor(account: LedgerAccount, floorTokens: Tokens, now?: number): Promise<AccountBalance>;
  /** Returns how many it made. */
  ensurePartitions(monthsAhead: number): Promise<number>;
}

interface BalanceRow {
  readonly posted: number;
  readonly held: number;
  readonly floor: number;
  readonly daily_limit: number;
  readonly spent: number;
  readonly version: number;
}

const COLUMNS = `posted, held, floor, daily_limit, version,
  case when spent_day >= (coalesce($2, now()) at time zone 'UTC')::date then spent else 0 end spent`;

const unused: BalanceRow = { posted: 0, held: 0, floor: 0, daily_limit: 0, spent: 0, version: 0 };

export function makeBalanceStore({ pool }: Pick<Database, 'pool'>): BalanceStore {
  async function change(account: LedgerAccount, assignment: string, value: number, now?: number) {
    await pool.query('select ledger.open_accounts($1)', [[account]]);
    const { rows } = await pool.query<BalanceRow>(
      `update ledger.balances set ${assignment}, version = version + 1 where account = $1 returning ${COLUMNS}`,
      [account, toDate(now), value],
    );
    return toBalance(rows[0] ?? unused);
  }
  const readMany: BalanceStore['readMany'] = async (accounts, now) => {
    const { rows } = await pool.query<BalanceRow & { account: LedgerAccount }>({
      name: 'ledger.balances',
      text: `select account, ${COLUMNS} from ledger.balances where account = any($1)`,
      values: [accounts, toDate(now)],
    });
    const known = new Map(rows.map((row) => [row.account, row]));
    return accounts.map((account) => toBalance(known.get(account) ?? unused));
  };
  return {
    read: async (account, now) => (await readMany([account], now))[0]!,
    readMany,
    setDailyLimit: (account, limitTokens, now) => change(account, 'daily_limit = $3', limitTokens, now),
    setFloor: (account, floorTokens, now) =>
      change(account, 'floor = least($3::bigint, 0, posted - held)', floorTokens, now),
    async ensurePartitions(monthsAhead) {
      const { rows } = await pool.query<{ made: number }>('select ledger.ensure_partitions($1) made', [
        monthsAhead,
      ]);
      return rows[0]?.made ?? 0;
    },
  };
}

const toDate = (now: number | undefined): Date | null => (now === undefined ? null : new Date(now));

const toBalance = (row: BalanceRow): AccountBalance => ({
  spendable: Math.max(0, row.posted - row.held - row.floor),
  held: row.held,
  posted: row.posted,
  floor: row.floor,
  dailyLimitTokens: row.daily_limit,
  spentTodayTokens: row.spent,
  version: row.version,
});
