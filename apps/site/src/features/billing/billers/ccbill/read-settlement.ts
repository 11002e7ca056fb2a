import { ownOf } from '@klieg/kernel';
import type { SettlementLine, SettlementReading } from '../port/biller-port.ts';
import { centsOf } from '../port/post-fields.ts';
import { readPlainRows } from '../port/settlement-rows.ts';

const kinds: Readonly<Record<string, SettlementLine['kind']>> = {
  REFUND: 'refunded',
  CHARGEBACK: 'charged_back',
  VOID: 'voided',
};

/**
 * Lines of a DataLink extract: type, account, subaccount, subscription, time, amount, each in quotes. Webhooks report
 * sales in full, which have other columns here.
 */
export function readExtract(
  text: string,
  {
    account,
    subaccount,
    currency,
  }: { readonly account: string; readonly subaccount: string; readonly currency: string },
): SettlementReading {
  return readPlainRows(text, (line) => {
    const [type = '', of, sub, transactionId, at, amount] = [...line.matchAll(/"([^"]*)"/g)].map(
      ([, cell]) => cell,
    );
    const kind = ownOf(kinds, type);
    const amountCents = centsOf(amount);
    if (!kind || of !== account || sub !== subaccount || !transactionId || !at || amountCents === undefined)
      return undefined;
    return { transactionId, kind, amountCents, currency, at };
  });
}
