import { isSameSecret } from '@klieg/kernel/secrets';
import type { BillerEvent, SettlementReading } from '../port/biller-port.ts';
import { declineCodes, readAnswer } from '../port/decline-codes.ts';
import { centsOf, type Fields, readForm } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { readPlainRows } from '../port/settlement-rows.ts';
import { epochDigest } from './digest.ts';

type Reversal = 'refunded' | 'voided' | 'charged_back' | 'dispute_won' | 'fraud_reported' | 'alerted';

/** What the letters of the feed mean, apart from sales, from the operator's sheet. */
export type EpochTypes = Readonly<Record<string, Reversal>>;

interface Rules {
  readonly company: string;
  readonly key: string;
  readonly types: EpochTypes;
  readonly seal: OrderSeal;
}

/** A card is charged again through its member; Epoch says nothing else about it. */
const cardOf = (member: string | undefined): BillerEvent['card'] =>
  (member && {
    token: member,
    brand: 'Epoch',
    last4: member.replace(/\D/g, '').slice(-4).padStart(4, '0'),
  }) ||
  null;

/** A post about one purchase, signed with the account's key. */
function readPurchase(fields: Fields, { key, seal }: Rules): readonly BillerEvent[] | undefined {
  if (!isSameSecret(fields['epoch_digest'] ?? '', epochDigest(fields, key))) return undefined;
  const { isSuccess, code, id } = readAnswer(fields['ans'] ?? '');
  const orderId = seal.open(fields['x_oid'] ?? '');
  const transactionId = fields['transaction_id'] || id;
  const amountCents = fields['amount'] === undefined && !isSuccess ? null : centsOf(fields['amount']);
  if (!orderId || !transactionId || amountCents === undefined) return undefined;
  return [
    {
      eventId: `${isSuccess ? 'Y' : 'N'} ${transactionId}`,
      kind: isSuccess ? 'approved' : 'declined',
      orderId,
      transactionId,
      amountCents,
      currency: null,
      declineCode: isSuccess ? null : code && declineCodes.includes(code) ? code : 'DECLINED',
      card: isSuccess ? cardOf(fields['member_id']) : null,
    },
  ];
}

/** Letters of sales: the first payment of a membership, and one that is paid once. */
const SALES: ReadonlySet<string> = new Set(['I', 'O']);

/**
 * A line of the feed (DataPlus): sales again, and reversals. It names an order where the account has its own fields
 * passed on; else a sale is identified by the member who paid.
 */
function readFeedLine(
  fields: Fields,
  { company, types, seal }: Rules,
): (BillerEvent & { amountCents: number }) | undefined {
  const type = fields['ets_transaction_type'] ?? '';
  const reversal = Object.hasOwn(types, type) ? types[type] : undefined;
  const kind = reversal ?? (SALES.has(type) ? 'approved' : undefined);
  const ownId = fields['ets_transaction_id'];
  const transactionId = reversal ? fields['ets_ref_trans_ids'] : ownId;
  const amountCents = centsOf(fields['ets_transaction_amount']?.replace(/^-/, ''));
  if (fields['ets_co_code'] !== company || !kind || !ownId || !transactionId || amountCents === undefined)
    return undefined;
  const orderId = kind === 'approved' ? (seal.open(fields['x_oid'] ?? '') ?? '') : '';
  const card = kind === 'approved' ? cardOf(fields['ets_member_idx']) : null;
  const base = { orderId, transactionId, amountCents, currency: null, declineCode: null, card };
  return { ...base, eventId: `feed ${type} ${ownId}`, kind };
}

/**
 * What a post says; undefined where it is not signed or not readable. Whether Epoch sent it is for the caller to know.
 */
export function readEpochPost(body: string, rules: Rules): readonly BillerEvent[] | undefined {
  const fields = readForm(body);
  if (!fields) return undefined;
  if (fields['ans'] !== undefined) return readPurchase(fields, rules);
  if (fields['ets_transaction_id'] !== undefined) {
    const line = readFeedLine(fields, rules);
    return line ? [line] : [];
  }
  // A cancelled membership, by the same feed.
  return fields['mcs_or_idx'] === undefined ? undefined : [];
}

/** Lines of the feed, a form each. */
export const readFeed = (text: string, rules: Rules): SettlementReading =>
  readPlainRows(text, (line) => {
    const fields = readForm(line);
    const event = fields && readFeedLine(fields, rules);
    if (!event) return undefined;
    const { transactionId, kind, amountCents } = event;
    return { transactionId, kind, amountCents, currency: 'USD', at: fields['ets_transaction_date'] ?? '' };
  });
