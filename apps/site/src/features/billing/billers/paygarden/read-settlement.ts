import type { SettlementReading } from '../port/biller-port.ts';
import { readTable } from '../port/settlement-rows.ts';
import { CENTS_PER_UNIT, unitsOf } from './units.ts';

const centsOfText = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/**
 * A table of gift cards with the columns that its posts name: `txn-id`, `txn-type`, `units-sold` and `payout` in cents,
 * and `date` where the file has one. What is not paid out is its fee, which a cancelled card returns. Paygarden
 * publishes no format of its own.
 */
export const readPayouts = (text: string): SettlementReading =>
  readTable(text, ['txn-id', 'txn-type', 'units-sold', 'payout'], (cell) => {
    const transactionId = cell('txn-id');
    const units = unitsOf(cell('units-sold'));
    const payoutCents = centsOfText(cell('payout'));
    const type = cell('txn-type');
    const isCancel = type === 'cancel';
    if (!transactionId || units === undefined || payoutCents === undefined) return undefined;
    if (!isCancel && type !== 'initial') return undefined;
    const amountCents = units * CENTS_PER_UNIT;
    const keptCents = amountCents - payoutCents;
    return {
      transactionId,
      kind: isCancel ? 'voided' : 'approved',
      amountCents,
      currency: 'USD',
      at: cell('date', 'created', 'timestamp') ?? '',
      feeCents: isCancel ? -keptCents : keptCents,
    };
  });
