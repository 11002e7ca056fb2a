import { assert } from '@klieg/kernel';
import { type Database, isConflict, isOutage } from '#site/platform/postgres/index.ts';
import type { BalanceAfter, Command, Outcome, RefusalReason } from '../commands.ts';
import { encodeBatch } from './encode-batch.ts';
import type { Fault } from './group-commit.ts';

/** The one writer of money: every change goes through `ledger.apply`. */
export interface ApplyStore {
  /**
   * Applies the groups in order in one transaction; outcomes have the shape of the groups. No id may occur twice. A
   * repeat of the same batch is safe.
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
  readonly promo: string | null;
  /** Null when no command points at a hold. */
  readonly left: string | null;
}

const PARAMETER_COUNT = 35;
const parameters = Array.from({ length: PARAMETER_COUNT }, (_, index) => `$${index + 1}`).join(', ');
const APPLY = `
  select o_status::text status, o_posted::text posted, o_held::text held, o_floor::text floor,
    o_version::text version, o_debit_at::text debit_at, o_credit_at::text credit_at, o_promo::text promo,
    o_left::text "left"
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
      const outcomes = decodeOutcomes(groups.flat(), row, row.status);
      return groups.map((group) => outcomes.splice(0, group.length));
    },
  };
}

function decodeOutcomes(commands: readonly Command[], row: ApplyRow, status: string): Outcome[] {
  const [posted, held, floor, version, promo, left] = [
    row.posted,
    row.held,
    row.floor,
    row.version,
    row.promo,
    row.left,
  ].map(parseNumbers);
  const balanceAt = (place: number | undefined): BalanceAfter | undefined =>
    place
      ? {
          spendable: Math.max(0, posted![place - 1]! - held![place - 1]! - floor![place - 1]!),
          held: held![place - 1]!,
          version: version![place - 1]!,
          promotional: promo![place - 1]!,
        }
      : undefined;
  const debitAt = parseNumbers(row.debit_at);
  const creditAt = parseNumbers(row.credit_at);
  return parseNumbers(status).map((code, index) => {
    const debit = balanceAt(debitAt[index]);
    const credit = balanceAt(creditAt[index]);
    const command = commands[index]!;
    const isOfHold = code <= 1 && (command.op === 'capture' || command.op === 'raise');
    const balances = {
      ...(debit && { debit }),
      ...(credit && { credit }),
      ...(isOfHold && { leftTokens: left![index]! }),
    };
    if (code <= 1) return { status: code === 0 ? 'applied' : 'repeated', ...balances };
    const reason = refusals[code];
    assert(reason, `unknown ledger status ${code}`);
    return { status: 'refused', reason, ...balances };
  });
}

/** `{1,2,3}` as numbers; the driver's own reader of arrays goes letter by letter. */
const parseNumbers = (text: string | null): number[] =>
  text === null || text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);

/** The same id at the same time elsewhere. */
const UNIQUE_VIOLATION = '23505';
/** Tells whether a repeat of the same batch can help. Disk full (53100) and memory (53200) pass as well. */
export function faultOfDatabaseError(error: unknown): Fault {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === UNIQUE_VIOLATION || isConflict(error)) return 'conflict';
  return isOutage(error) ? 'unreachable' : 'permanent';
}
