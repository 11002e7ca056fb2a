import type { BillerEvent, ChargeAnswer } from '../port/biller-port.ts';
import type { Order } from '../../orders/order-store.ts';
import { askBiller, type BillerAnswer, jsonOf } from '../port/ask-biller.ts';
import { declineCodeOfWords } from '../port/decline-words.ts';
import { amountOf, textOfTag } from '../port/post-fields.ts';
import { numberOfCurrency } from './currencies.ts';

export interface CcbillAccount {
  readonly account: string;
  readonly subaccount: string;
  /** Nominal days of a single payment; at least 2. */
  readonly initialPeriod: string;
}

type Told = Pick<BillerEvent, 'kind' | 'transactionId'> & { readonly words?: string };

/** CCBill's answer to our own call, as an event of the order. */
const tellOf = (
  order: Order,
  answer: BillerAnswer,
  { kind, transactionId, words = '' }: Told,
): ChargeAnswer => ({
  kind: 'told',
  bytes: answer.bytes,
  event: {
    eventId: `charge ${kind} ${transactionId}`,
    kind,
    orderId: order.id,
    transactionId,
    amountCents: order.amountCents,
    currency: order.currency,
    declineCode: kind === 'declined' ? declineCodeOfWords(words) : null,
    card: null,
  },
});

/** Charges the card that paid an earlier subscription (charge by previous transaction). */
export async function chargeByPrevious(
  order: Order,
  subscriptionId: string,
  uses: CcbillAccount & {
    readonly url: string;
    readonly user: string;
    readonly password: string;
    /** The order's name, which comes back with the webhook. */
    readonly passThrough: string;
  },
): Promise<ChargeAnswer> {
  const query = new URLSearchParams({
    clientAccnum: uses.account,
    username: uses.user,
    password: uses.password,
    action: 'chargeByPreviousTransactionId',
    newClientAccnum: uses.account,
    newClientSubacc: uses.subaccount,
    sharedAuthentication: '1',
    initialPrice: amountOf(order.amountCents),
    initialPeriod: uses.initialPeriod,
    recurringPrice: '0',
    recurringPeriod: '0',
    rebills: '0',
    subscriptionId,
    currencyCode: numberOfCurrency(order.currency) ?? '',
    returnXML: '1',
    oid: uses.passThrough,
  });
  const answer = await askBiller(`${uses.url}/jpost/billingApi.cgi?${query}`);
  if (!answer?.isOk) return { kind: 'unknown' };
  const xml = answer.bytes.toString('utf8');
  const approved = textOfTag(xml, 'approved');
  const newId = textOfTag(xml, 'subscriptionId');
  if (approved === '1' && newId) return tellOf(order, answer, { kind: 'approved', transactionId: newId });
  if (approved === '0') {
    const words = `${textOfTag(xml, 'declineText') ?? ''} ${textOfTag(xml, 'declineCode') ?? ''}`;
    const denial = textOfTag(xml, 'denialId') ?? `none of ${order.id}`;
    return tellOf(order, answer, { kind: 'declined', transactionId: denial, words });
  }
  // Only a negative number is a refused call: nothing was charged.
  const isRefused = /^-\d+$/.test(textOfTag(xml, 'results') ?? '');
  return isRefused
    ? tellOf(order, answer, { kind: 'declined', transactionId: `refused ${order.id}` })
    : { kind: 'unknown' };
}

/** Charges a payment token by REST. */
export async function chargeToken(
  order: Order,
  tokenId: string,
  uses: CcbillAccount & {
    readonly url: string;
    readonly appId: string;
    readonly appSecret: string;
    /** The order's name, which comes back with the webhook. */
    readonly passThrough: string;
  },
): Promise<ChargeAnswer> {
  const granted = await askBiller(`${uses.url}/ccbill-auth/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${uses.appId}:${uses.appSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const access = jsonOf(granted)?.['access_token'];
  if (typeof access !== 'string') return { kind: 'unknown' };
  const answer = await askBiller(`${uses.url}/transactions/payment-tokens/${encodeURIComponent(tokenId)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'application/vnd.mcn.transaction-service.api.v.2+json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      clientAccnum: Number(uses.account),
      clientSubacc: Number(uses.subaccount),
      initialPrice: order.amountCents / 100,
      initialPeriod: Number(uses.initialPeriod),
      currencyCode: Number(numberOfCurrency(order.currency)),
      passThroughInfo: [{ name: 'oid', value: uses.passThrough }],
    }),
  });
  const json = jsonOf(answer);
  if (!answer || !json) return { kind: 'unknown' };
  if (json['approved'] === true && json['subscriptionId'])
    return tellOf(order, answer, { kind: 'approved', transactionId: String(json['subscriptionId']) });
  if (json['approved'] === false || json['errorCode'] !== undefined) {
    const words = `${String(json['declineText'] ?? '')} ${String(json['declineCode'] ?? '')}`;
    const denial = String(json['denialId'] ?? `refused ${order.id}`);
    return tellOf(order, answer, { kind: 'declined', transactionId: denial, words });
  }
  return { kind: 'unknown' };
}
