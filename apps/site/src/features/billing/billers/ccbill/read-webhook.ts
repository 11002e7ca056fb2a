import { ownOf } from '@klieg/kernel';
import type { BillerEvent, RawPost } from '../port/biller-port.ts';
import { declineCodeOfWords } from '../port/decline-words.ts';
import { centsOf, type Fields, readFields, readForm } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { currencyOf } from './currencies.ts';
import { isResponseDigest } from './digests.ts';

type Kind = BillerEvent['kind'];

/** What events mean for money. Renewals, cancellations and changes of people and dates change no order of tokens. */
const kinds: Readonly<Record<string, Kind>> = {
  NewSaleSuccess: 'approved',
  UpSaleSuccess: 'approved',
  CrossSaleSuccess: 'approved',
  UpgradeSuccess: 'approved',
  NewSaleFailure: 'declined',
  UpSaleFailure: 'declined',
  CrossSaleFailure: 'declined',
  UpgradeFailure: 'declined',
  Refund: 'refunded',
  Void: 'voided',
  Chargeback: 'charged_back',
  // A bank that gives a debit back.
  Return: 'charged_back',
};

/** Some charges are posted without the name of their event; their content reveals it. */
function typeOf(fields: Fields, query: Fields): string | undefined {
  const told = query['eventType'] ?? fields['eventType'];
  if (told !== undefined) return told;
  if (fields['failureCode'] !== undefined || fields['failureReason'] !== undefined) return 'UpSaleFailure';
  return fields['billedInitialPrice'] !== undefined && fields['subscriptionId'] !== undefined
    ? 'UpSaleSuccess'
    : undefined;
}

interface Rules {
  readonly account: string;
  readonly subaccount: string;
  readonly salt: string;
  readonly seal: OrderSeal;
}

function isOurs({ account, subaccount }: Rules, fields: Fields, query: Fields): boolean {
  const accounts = [query['clientAccnum'], fields['clientAccnum']].filter((one) => one !== undefined);
  const subaccounts = [query['clientSubacc'], fields['clientSubacc']].filter((one) => one !== undefined);
  return (
    accounts.length > 0 &&
    accounts.every((one) => one === account) &&
    subaccounts.every((one) => one === subaccount)
  );
}

/** A sale on the page always brings its digest; where another event brings one, it must be right too. */
function hasRightDigest(type: string, fields: Fields, salt: string): boolean {
  const digest = fields['dynamicPricingValidationDigest'] ?? fields['responseDigest'];
  if (!digest) return type !== 'NewSaleSuccess';
  const isApproved = !type.endsWith('Failure');
  const id = isApproved ? fields['subscriptionId'] : (fields['denialId'] ?? fields['transactionId']);
  return id !== undefined && isResponseDigest(digest, { id, isApproved, salt });
}

/** A card can be charged again by the subscription that it paid first. */
const cardOf = (type: string, fields: Fields): BillerEvent['card'] =>
  type === 'NewSaleSuccess' && fields['last4']
    ? { token: `sub:${fields['subscriptionId']}`, brand: fields['cardType'] ?? '', last4: fields['last4'] }
    : null;

/**
 * The content of a webhook; undefined where it is not of our account, its digest is wrong or it names no valid order.
 * The caller must check that it came from CCBill.
 */
export function readWebhook(post: RawPost, rules: Rules): readonly BillerEvent[] | undefined {
  const [fields, query] = [readFields(post), readForm(post.query)];
  if (!fields || !query || !isOurs(rules, fields, query)) return undefined;
  const type = typeOf(fields, query);
  if (type === undefined || !hasRightDigest(type, fields, rules.salt)) return undefined;
  const kind = ownOf(kinds, type);
  if (!kind) return [];
  const isSale = kind === 'approved' || kind === 'declined';
  const sealed = fields['X-oid'];
  const orderId = sealed === undefined ? '' : rules.seal.open(sealed);
  const transactionId =
    kind === 'declined' ? (fields['denialId'] ?? fields['transactionId']) : fields['subscriptionId'];
  if (orderId === undefined || !transactionId) return undefined;
  const amount = isSale ? fields['billedInitialPrice'] : fields['amount'];
  const currency = isSale ? fields['billedCurrencyCode'] : (fields['currencyCode'] ?? fields['currency']);
  const amountCents = amount === undefined ? null : centsOf(amount);
  const code = currency === undefined ? null : currencyOf(currency);
  // An approval without a price would be believed to be of the order's.
  if (amountCents === undefined || code === undefined) return undefined;
  if (kind === 'approved' && (amountCents === null || code === null)) return undefined;
  const words = `${fields['failureReason'] ?? ''} ${fields['failureCode'] ?? ''}`;
  return [
    {
      eventId: [
        type,
        transactionId,
        fields['transactionId'] ?? '',
        fields['timestamp'] ?? '',
        amount ?? '',
      ].join(' '),
      kind,
      orderId,
      transactionId,
      amountCents,
      currency: code,
      declineCode: kind === 'declined' ? declineCodeOfWords(words) : null,
      card: cardOf(type, fields),
    },
  ];
}
