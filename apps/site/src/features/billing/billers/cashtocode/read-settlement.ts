import type { SettlementReading } from '../port/biller-port.ts';
import { centsOf } from '../port/post-fields.ts';
import { readTable } from '../port/settlement-rows.ts';

/** States of a voucher that was paid. */
const PAID: ReadonlySet<string> = new Set(['success', 'successful', 'completed', 'paid', 'settled']);

/**
 * A table of vouchers with the columns that its posts name (`foreignTransactionId`, `amount`, `currency`), and, where the
 * file has them, `fee`, `status` and `date`. CashtoCode publishes no format of its own.
 */
export const readVouchers = (text: string): SettlementReading =>
  readTable(text, ['foreignTransactionId', 'amount', 'currency'], (cell) => {
    const transactionId = cell('foreignTransactionId');
    const [amountCents, currency] = [centsOf(cell('amount')), cell('currency')];
    const fee = cell('fee', 'commission');
    const feeCents = fee === undefined ? undefined : centsOf(fee);
    const isPaid = PAID.has(cell('status')?.toLowerCase() ?? 'paid');
    if (!transactionId || amountCents === undefined || !currency || !isPaid) return undefined;
    if (fee !== undefined && feeCents === undefined) return undefined;
    const base = { transactionId, kind: 'approved' as const, amountCents, currency };
    const at = cell('date', 'createdAt', 'timestamp') ?? '';
    return { ...base, at, ...(feeCents !== undefined && { feeCents }) };
  });
