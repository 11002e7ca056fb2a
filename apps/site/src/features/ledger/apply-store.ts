import { assert } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BalanceAfter, Command, Outcome, RefusalReason } from './commands.ts';
import { encodeBatch } from './encode-batch.ts';
import type { Fault } from './group-commit.ts';

/** The one writer of money: every change goes through `ledger.apply`. */
export interface ApplyStore {
  /**
   * Applies the groups in order in one transaction; outcomes have the shape of the groups. No id may occur
   * twice. A repeat of the same batch is safe.
   * @param now the time to write; undefined for the database's own
   */
  apply(groups: readonly (readonly Command[])[], now?: number): Promise<Outcome[][]>;
}

interface ApplyRow {
  readonly status: string | null;
  /** Null when the commands touch no person's account. */
  readonly posted: string | null;
  readonly held: string | null;
  readonly floor: string | null;
  readonly version: string | null;
  readonly debit_at: string;
  readonly credit_at: string;
}

const PARAMETER_COUNT = 23;
const parameters = Array.from({ length: PARAMETER_COUNT }, (_, index) => `$${index + 1}`).join(', ');
const APPLY = `
  select o_status::text status, o_posted::text posted, o_held::text held, o_floor::text floor,
    o_version::text version, o_debit_at::text debit_at, o_credit_at::text credit_at
  from ledger.apply(${parameters})`;

/** By code of `ledger.apply`. */
const refusals: readonly (RefusalReason | undefined)[] = [
  undefined,
  undefined,
  'not_enough_tokens',
  'user_daily_limit',
  'over_daily_limit',
  'mismatch',
  'unknown_hold',
  'hold_closed',
  'over_hold',
  'unknown_transfer',
  'over_refund',
  'group_refused',
];

export function makeApplyStore({ pool }: Pick<Database, 'pool'>): ApplyStore {
  return {
    async apply(groups, now) {
      const { accounts, values } = encodeBatch(groups);
      const at = now === undefined ? null : new Date(now);
      const call = { name: 'ledger.apply', text: APPLY, values: [at, ...values] };
      let row = (await pool.query<ApplyRow>(call)).rows[0];
      if (row?.status === null) {
        await pool.query('select ledger.open_accounts($1)', [accounts]);
        row = (await pool.query<ApplyRow>(call)).rows[0];
      }
      assert(row && row.status !== null, 'ledger.apply gives an answer when all accounts are open');
      const outcomes = decodeOutcomes(row, row.status);
      return groups.map((group) => outcomes.splice(0, group.length));
    },
  };
}

function decodeOutcomes(row: ApplyRow, status: string): Outcome[] {
  const [posted, held, floor, version] = [row.posted, row.held, row.floor, row.version].map(parseNumbers);
  const balanceAt = (place: number | undefined): BalanceAfter | undefined =>
    place
      ? {
          spendable: Math.max(0, posted![place - 1]! - held![place - 1]! - floor![place - 1]!),
          held: held![place - 1]!,
          version: version![place - 1]!,
        }
      : undefined;
  const debitAt = parseNumbers(row.debit_at);
  const creditAt = parseNumbers(row.credit_at);
  return parseNumbers(status).map((code, index) => {
    const debit = balanceAt(debitAt[index]);
    const credit = balanceAt(creditAt[index]);
    const balances = { ...(debit && { debit }), ...(credit && { credit }) };
    if (code <= 1) return { status: code === 0 ? 'applied' : 'repeated', ...balances };
    const reason = refusals[code];
    assert(reason, `unknown ledger status ${code}`);
    return { status: 'refused', reason, ...balances };
  });
}

/** `{1,2,3}` as numbers; the driver's own reader of arrays goes letter by letter. */
const parseNumbers = (text: string | null): number[] =>
  text === null || text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);

/** Unique violation (the same id at the same time elsewhere), serialization, deadlock, lock timeout. */
const conflictStates = new Set(['23505', '40001', '40P01', '55P03']);
/** Shutdown, crash recovery, too many connections, and the connection errors of class 08. */
const unreachableStates = new Set(['57P01', '57P02', '57P03', '53300', '53400', '25006']);

/** Tells whether a repeat of the same batch can help. Disk full (53100) and memory (53200) pass as well. */
export function faultOfDatabaseError(error: unknown): Fault {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') {
    // Errors of sockets; no SQLSTATE begins with E (EPIPE would pass for one by its length).
    if (/^E[A-Z]+$/.test(code)) return 'unreachable';
    if (conflictStates.has(code)) return 'conflict';
    return unreachableStates.has(code) || /^(08|53)/.test(code) ? 'unreachable' : 'permanent';
  }
  // The driver's own errors have no code.
  return error instanceof Error && /connection|timeout/i.test(error.message) ? 'unreachable' : 'permanent';
}
