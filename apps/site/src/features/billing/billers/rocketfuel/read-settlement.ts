import { ownOf } from '@klieg/kernel';
import type { SettlementReading } from '../port/biller-port.ts';
import { centsOf } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { type Cell, type ReadRow, readJsonRows, readTable } from '../port/settlement-rows.ts';

/** Those paid by now; unpaid or failed ones move no money. A partial payment is for a person to look at. */
const STATUSES: Readonly<Record<string, 'paid' | 'nothing'>> = {
  '1': 'paid',
  '0': 'nothing',
  '-1': 'nothing',
};

/**
 * The list of transactions of its merchant portal, as JSON of its call or as a table with the same names: `offerId`,
 * `fiatAmount`, `fiatCurrency`, `paymentStatus`, `orderDate`, `orderTime`; `transactionId` and `fee` where it has them.
 */
export function readTransactions(text: string, seal: OrderSeal): SettlementReading {
  const read = (cell: Cell): ReadRow => {
    const status = ownOf(STATUSES, cell('paymentStatus') ?? '');
    if (status !== 'paid') return status;
    const orderId = seal.open(cell('offerId') ?? '');
    const transactionId = cell('transactionId', 'txId') ?? (orderId && `of ${orderId}`);
    const [amountCents, currency] = [centsOf(cell('fiatAmount')), cell('fiatCurrency')];
    const fee = cell('fee', 'merchantFee');
    const feeCents = fee === undefined ? undefined : centsOf(fee);
    if (!transactionId || amountCents === undefined || !currency) return undefined;
    if (fee !== undefined && feeCents === undefined) return undefined;
    const at = [cell('orderDate'), cell('orderTime')].filter(Boolean).join(' ');
    const base = { transactionId, kind: 'approved' as const, amountCents, currency, at };
    return { ...base, ...(feeCents !== undefined && { feeCents }) };
  };
  return (
    readJsonRows(text, read) ??
    readTable(text, ['offerId', 'fiatAmount', 'fiatCurrency', 'paymentStatus'], read)
  );
}
