import type { SettlementLine, SettlementReading } from '../port/biller-port.ts';
import { type Cell, type ReadRow, readTable } from '../port/settlement-rows.ts';

/** Rows around the transactions: heads, footers, counts and sums of report, file and section. */
const FRAME: ReadonlySet<string> = new Set(['RH', 'FH', 'SH', 'SF', 'SC', 'RF', 'RC', 'FF']);

/** Event codes other than payments: refund, reversal by PayPal, chargeback, and a chargeback given back. */
const KINDS: Readonly<Record<string, SettlementLine['kind']>> = {
  T1107: 'refunded',
  T1106: 'charged_back',
  T1201: 'charged_back',
  T1202: 'dispute_won',
};

/** Cents of an amount without sign or separator. */
const centsOfDigits = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** The event of a row: payments to us are group T00 and are credits; all others have codes of their own. */
function kindOf(cell: Cell): SettlementLine['kind'] | undefined {
  const code = cell('Transaction Event Code') ?? '';
  const side = cell('Transaction Debit or Credit');
  const kind = /^T00\d\d$/.test(code) ? 'approved' : Object.hasOwn(KINDS, code) ? KINDS[code] : undefined;
  const wanted = kind === 'approved' || kind === 'dispute_won' ? 'CR' : 'DR';
  return side === wanted ? kind : undefined;
}

/** The fee of a row, below 0 where it is given back; undefined where it cannot be read. */
function feeOf(cell: Cell): number | undefined {
  const fee = cell('Fee Amount');
  if (fee === undefined) return 0;
  const cents = centsOfDigits(fee);
  const side = cell('Fee Debit or Credit');
  if (cents === undefined || (cents > 0 && side !== 'DR' && side !== 'CR')) return undefined;
  return side === 'CR' ? -cents : cents;
}

const readRow = (cell: Cell, cells: readonly string[]): ReadRow => {
  if (cells[0] !== 'SB') return undefined;
  const kind = kindOf(cell);
  // What takes a payment back, or gives it back, names it as its reference.
  const transactionId = kind === 'approved' ? cell('Transaction ID') : cell('PayPal Reference ID');
  const amountCents = centsOfDigits(cell('Gross Transaction Amount'));
  const currency = cell('Gross Transaction Currency');
  const feeCents = feeOf(cell);
  if (!kind || !transactionId || amountCents === undefined || !currency || feeCents === undefined)
    return undefined;
  const at = cell('Transaction Completion Date') ?? '';
  return { transactionId, kind, amountCents, currency, at, feeCents };
};

/**
 * PayPal's Settlement Report: `CH` names the columns, `SB` are transactions, amounts have neither sign nor separator
 * and a column says debit or credit. Anything else than payments and reversals, such as a withdrawal, stays unread for
 * a person to look at.
 */
export function readSettlementReport(text: string): SettlementReading {
  const { lines, unread } = readTable(
    text,
    ['CH', 'Transaction ID', 'Transaction Event Code', 'Gross Transaction Amount'],
    readRow,
  );
  // Rows of the frame have widths of their own.
  const isFrame = (row: string) => FRAME.has(/^"?([A-Z]{2})"?(?:,|$)/.exec(row)?.[1] ?? '');
  return { lines, unread: unread.filter((row) => !isFrame(row.text)) };
}
