import { ownOf } from '@klieg/kernel';
import type { SettlementLine, SettlementReading } from '../port/biller-port.ts';
import { centsOf } from '../port/post-fields.ts';
import { readTable } from '../port/settlement-rows.ts';

/** What transaction types mean for money. Authorised but unconfirmed ones move none. */
const kinds: Readonly<Record<string, SettlementLine['kind'] | 'nothing'>> = {
  CC_PURCHASE: 'approved',
  CC_TICKET: 'approved',
  CC_CREDIT: 'refunded',
  CC_VOID: 'voided',
  CHARGEBACK: 'charged_back',
  CHARGEBACK_REVERSAL: 'dispute_won',
  CC_AUTH: 'nothing',
  CC_CONFIRM: 'nothing',
};

/**
 * A table of transactions with the gateway's own names as columns: `guidNo`, `transactionType`, `approvedAmount`,
 * `approvedCurrency`, for reversals the payment's `referenceGUID`; `fee` and `transactionDate` where the file has them.
 * RocketGate publishes no format of its own.
 */
export const readGatewayTable = (text: string): SettlementReading =>
  readTable(text, ['guidNo', 'transactionType', 'approvedAmount', 'approvedCurrency'], (cell) => {
    const type = cell('transactionType') ?? '';
    const kind = ownOf(kinds, type);
    if (kind === undefined || kind === 'nothing') return kind;
    // Whatever takes a payment back is known by that payment.
    const transactionId = kind === 'approved' ? cell('guidNo') : cell('referenceGUID');
    const [amountCents, currency] = [centsOf(cell('approvedAmount')), cell('approvedCurrency')];
    const fee = cell('fee');
    const feeCents = fee === undefined ? undefined : centsOf(fee);
    if (!transactionId || amountCents === undefined || !currency) return undefined;
    if (fee !== undefined && feeCents === undefined) return undefined;
    const base = { transactionId, kind, amountCents, currency, at: cell('transactionDate') ?? '' };
    return { ...base, ...(feeCents !== undefined && { feeCents }) };
  });
