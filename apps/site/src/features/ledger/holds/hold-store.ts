import type { Tokens, Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type Holder, holderOf } from '../accounts.ts';
import { askPool, askWithin } from '../apply/ask-database.ts';
import { kindOfCode, type LedgerKind } from '../kinds.ts';

/** A hold that is not closed. */
export interface OpenHold {
  readonly id: Uuid;
  readonly holder: Holder;
  readonly kind: LedgerKind;
  /** What it still holds. */
  readonly amountTokens: Tokens;
  /** How much of it was captured. */
  readonly capturedTokens: Tokens;
  readonly machine: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface HoldStore {
  /** Open holds past their time in order of (expiresAt, id), those after the given one. */
  listExpired(limit: number, after?: OpenHold, now?: number): Promise<OpenHold[]>;
  listOfMachine(machine: string, within?: Transaction): Promise<OpenHold[]>;
  isOpen(id: Uuid): Promise<boolean>;
  /** Which of these machines have one. */
  machinesWith(machines: readonly string[]): Promise<ReadonlySet<string>>;
  listOfAccount(account: number): Promise<OpenHold[]>;
  /** Moves the end of the machine's open holds, never nearer; returns how many it moved. */
  extend(machine: string, expiresAt: number): Promise<number>;
}

interface HoldRow {
  readonly id: Uuid;
  readonly account: number;
  readonly kind: number;
  readonly amount: number;
  readonly posted: number;
  readonly machine: string;
  readonly expires_at: Date;
}

const SELECT =
  'select id, account, kind, amount, posted, machine, expires_at from ledger.holds where state = 1';

export function makeHoldStore({ pool }: Pick<Database, 'pool'>): HoldStore {
  const onPool = askPool(pool);
  const list = async (condition: string, values: unknown[], ask = onPool): Promise<OpenHold[]> =>
    (await ask<HoldRow>(`${SELECT} and ${condition}`, values)).map(toHold);
  return {
    listExpired: (limit, after, now) =>
      list(
        `expires_at < coalesce($2::timestamptz, now())
           and ($3::timestamptz is null or (expires_at, id) > ($3, $4::uuid))
         order by expires_at, id limit $1`,
        [limit, toDate(now), toDate(after?.expiresAt), after?.id ?? null],
      ),
    listOfMachine: (machine, within) =>
      list('machine = $1 order by id', [machine], within && askWithin(within)),
    isOpen: async (id) => (await list('id = $1', [id])).length > 0,
    async machinesWith(machines) {
      const { rows } = await pool.query<{ machine: string }>(
        'select distinct machine from ledger.holds where state = 1 and machine = any($1)',
        [machines],
      );
      return new Set(rows.map(({ machine }) => machine));
    },
    listOfAccount: (account) => list('account = $1 order by id', [account]),
    async extend(machine, expiresAt) {
      const { rowCount } = await pool.query(
        'update ledger.holds set expires_at = $2 where machine = $1 and state = 1 and expires_at < $2',
        [machine, new Date(expiresAt)],
      );
      return rowCount ?? 0;
    },
  };
}

const toDate = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));

const toHold = (row: HoldRow): OpenHold => ({
  id: row.id,
  holder: holderOf(row.account),
  kind: kindOfCode(row.kind),
  amountTokens: row.amount - row.posted,
  capturedTokens: row.posted,
  machine: row.machine,
  expiresAt: row.expires_at.getTime(),
});
