import type { AccountId, Tokens } from '@klieg/kernel';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { accountOf, type LedgerAccount, personOf } from '../accounts.ts';
import { type Ask, askPool, askWithin } from '../apply/ask-database.ts';

/** An account as it is now. */
export interface AccountBalance {
  /** What can be spent or paid out: posted - held - floor, at least 0. */
  readonly spendable: Tokens;
  readonly held: Tokens;
  /** The sum of all entries; negative where credit was used or a reversal took more than there was. */
  readonly posted: Tokens;
  /** 0, or the negative of a credit line. */
  readonly floor: Tokens;
  /** The person's own limit per UTC day; 0: none. */
  readonly dailyLimitTokens: Tokens;
  /** Spent and held on the present UTC day. */
  readonly spentTodayTokens: Tokens;
  /** Of posted, held ones among them, the tokens that nobody paid for; below 0 where more was taken back. */
  readonly promotional: Tokens;
  /** Bought tokens that were taken back after they had been spent, and that nothing bought since has made up for. */
  readonly reclaimed: Tokens;
  /** Grows with every change; 0 when the account was never used. */
  readonly version: number;
}

/** Somebody's earnings: not yet payable, payable, and kept back. */
export interface EarnedPurses {
  readonly earning: AccountBalance;
  readonly payable: AccountBalance;
  readonly reserve: AccountBalance;
}

/** All of it together, as pages show it; `version` grows with every change of any of them. */
export const sumOfEarned = ({ earning, payable, reserve }: EarnedPurses) => {
  const sum = (of: (balance: AccountBalance) => number) => of(earning) + of(payable) + of(reserve);
  return {
    tokens: Math.max(
      0,
      sum(({ posted, held }) => posted - held),
    ),
    held: sum(({ held }) => held),
    version: sum(({ version }) => version),
  };
};

export interface BalanceStore {
  read(account: LedgerAccount, now?: number): Promise<AccountBalance>;
  /** Of each account, in their order. */
  readMany(accounts: readonly LedgerAccount[], now?: number, within?: Transaction): Promise<AccountBalance[]>;
  /** What a person has earned, purse by purse. */
  readEarned(person: AccountId, now?: number, within?: Transaction): Promise<EarnedPurses>;
  setDailyLimit(
    account: LedgerAccount,
    limitTokens: Tokens,
    now?: number,
    within?: Transaction,
  ): Promise<AccountBalance>;
  /** A floor above what is free now is lowered to that: nothing is demanded, no new credit is given. */
  setFloor(account: LedgerAccount, floorTokens: Tokens, now?: number): Promise<AccountBalance>;
  /** People who have ever earned something, by number, after that one. */
  listEarners(after: AccountId | undefined, limit: number): Promise<AccountId[]>;
  /** Creates the missing partitions of this month and the next three. @returns how many */
  keepPartitionsAhead(): Promise<number>;
}

interface BalanceRow {
  readonly posted: number;
  readonly held: number;
  readonly floor: number;
  readonly daily_limit: number;
  readonly spent: number;
  readonly promo: number;
  readonly owed: number;
  readonly version: number;
}

const COLUMNS = `posted, held, floor, daily_limit, promo, owed, version,
  case when spent_day >= (coalesce($2, now()) at time zone 'UTC')::date then spent else 0 end spent`;

const BALANCES = `select account, ${COLUMNS} from ledger.balances where account = any($1)`;

const unused: BalanceRow = {
  posted: 0,
  held: 0,
  floor: 0,
  daily_limit: 0,
  spent: 0,
  promo: 0,
  owed: 0,
  version: 0,
};

export function makeBalanceStore({ pool }: Pick<Database, 'pool'>): BalanceStore {
  const onPool = askPool(pool, (text) => (text === BALANCES ? 'ledger.balances' : undefined));
  async function change(
    account: LedgerAccount,
    assignment: string,
    { value, now, ask = onPool }: { value: number; now: number | undefined; ask?: Ask | undefined },
  ) {
    await ask('select ledger.open_accounts($1)', [[account]]);
    const rows = await ask<BalanceRow>(
      `update ledger.balances set ${assignment}, version = version + 1 where account = $1 returning ${COLUMNS}`,
      [account, toDate(now), value],
    );
    return toBalance(rows[0] ?? unused);
  }
  const readMany: BalanceStore['readMany'] = async (accounts, now, within) => {
    const ask = within ? askWithin(within) : onPool;
    const rows = await ask<BalanceRow & { account: LedgerAccount }>(BALANCES, [accounts, toDate(now)]);
    const known = new Map(rows.map((row) => [row.account, row]));
    return accounts.map((account) => toBalance(known.get(account) ?? unused));
  };
  return {
    read: async (account, now) => (await readMany([account], now))[0]!,
    readMany,
    async readEarned(person, now, within) {
      const purses = ['earning', 'payable', 'reserve'] as const;
      const accounts = purses.map((purse) => accountOf(person, purse));
      const [earning, payable, reserve] = await readMany(accounts, now, within);
      return { earning: earning!, payable: payable!, reserve: reserve! };
    },
    setDailyLimit: (account, limitTokens, now, within) =>
      change(account, 'daily_limit = $3', { value: limitTokens, now, ask: within && askWithin(within) }),
    setFloor: (account, floorTokens, now) =>
      change(account, 'floor = least($3::bigint, 0, posted - held)', { value: floorTokens, now }),
    async listEarners(after, limit) {
      const { rows } = await pool.query<{ account: number }>(
        `select account from ledger.balances where account % 8 = 2 and feed > 0 and account > $1
         order by account limit $2`,
        [after === undefined ? 0 : accountOf(after, 'earning'), limit],
      );
      return rows.flatMap(({ account }) => personOf(account) ?? []);
    },
    async keepPartitionsAhead() {
      const { rows } = await pool.query<{ made: number }>('select ledger.keep_partitions_ahead() made');
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
  promotional: row.promo,
  reclaimed: row.owed,
  version: row.version,
});
