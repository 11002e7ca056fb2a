import type {
  BillerEvent,
  BillerPort,
  ChargeAnswer,
  KeepForm,
  LookedUp,
  PostReading,
  PurchaseContext,
} from '../port/biller-port.ts';
import type { Order } from '../../orders/order-store.ts';
import { amountOf, centsOf, textOfTag } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { paresOf, readChallenge } from './challenge.ts';
import { type GatewayAnswer, makeGateway } from './gateway.ts';
import { pageHash } from './page-hash.ts';
import { readGatewayTable } from './read-settlement.ts';
import { declineCodeOf, isConfirmationWanted, isUnknownInvoice } from './reason-codes.ts';

const HOSTS = { pages: 'https://secure.rocketgate.com', gateway: 'https://gateway.rocketgate.com' };
const TEST_HOSTS = {
  pages: 'https://dev-secure.rocketgate.com',
  gateway: 'https://dev-gateway.rocketgate.com',
};

/** The answer to a post; any result but 0 has it sent again. */
const acknowledge = (result: '0' | '1') => ({
  contentType: 'text/xml',
  body: `<?xml version="1.0"?><Response><results>${result}</results>${result === '0' ? '' : '<message>try again</message>'}</Response>`,
});
const TRY_AGAIN: PostReading = { events: [], acknowledgement: acknowledge('1') };

/** The gateway knows of a charge at once; unconfirmed ones have been undone by then. In milliseconds. */
const KNOWN_AFTER_MS = 15 * 60_000;

/** What the gateway says of a payment that it took; undefined where it does not say how much. */
function approvalOf(answer: GatewayAnswer, orderId: string): BillerEvent | undefined {
  const transactionId = answer.get('guidNo');
  const amountCents = centsOf(answer.get('approvedAmount'));
  const currency = answer.get('approvedCurrency');
  if (!transactionId || amountCents === undefined || !currency) return undefined;
  const [token, last4] = [answer.get('cardHash'), answer.get('cardLastFour')];
  return {
    eventId: `approved ${transactionId}`,
    kind: 'approved',
    orderId,
    transactionId,
    amountCents,
    currency,
    declineCode: null,
    card: token && last4 ? { token, brand: answer.get('cardType') ?? '', last4 } : null,
  };
}

/** What the gateway says of a payment that it refused. */
function declineOf(answer: GatewayAnswer, order: Order): BillerEvent {
  const transactionId = answer.get('guidNo') ?? `none of ${order.id}`;
  return {
    eventId: `declined ${transactionId}`,
    kind: 'declined',
    orderId: order.id,
    transactionId,
    amountCents: order.amountCents,
    currency: order.currency,
    declineCode: declineCodeOf(answer.get('reasonCode')),
    card: null,
  };
}

/**
 * RocketGate: a hosted page with a hash, and the gateway's XML for charges by a card's hash. Its posts say little and
 * are unsigned, so each is verified with the gateway first.
 */
export function makeRocketgate(options: {
  readonly merchant: string;
  readonly password: string;
  readonly hashSecret: string;
  readonly site: string;
  readonly isListed: (address: string) => boolean;
  readonly seal: OrderSeal;
  readonly isTest?: boolean;
  /** Whether the holder of a card on file is asked to confirm what they buy (3-D Secure). */
  readonly is3dSecure?: boolean;
  /** Stores the form that takes a card's holder to their bank; absent: they go to the hosted page. */
  readonly keepForm?: KeepForm;
  readonly hosts?: typeof HOSTS;
}): BillerPort {
  const { merchant, site, seal, hosts = options.isTest ? TEST_HOSTS : HOSTS } = options;
  const ask = makeGateway({ url: hosts.gateway, merchant, password: options.password });
  const customerOf = (order: Order): string => `k${order.accountId}`;

  const linkOf = (order: Order, { returnUrl, framedReturnUrl = returnUrl }: PurchaseContext): string => {
    const fields: (readonly [string, string])[] = [
      ['id', customerOf(order)],
      ['merch', merchant],
      ['amount', amountOf(order.amountCents)],
      ['purchase', 'TRUE'],
      ['invoice', seal.seal(order.id)],
      ['currency', order.currency],
      ['prodid', order.internalId],
      ['siteid', site],
      ['method', 'CC'],
      // Only approvals are posted, so the page of the person hears of a decline here.
      ['success', `${framedReturnUrl}?ans=Y%7C${order.id}`],
      ['fail', `${framedReturnUrl}?ans=NDECLINED%7C${order.id}`],
    ];
    const query = new URLSearchParams(
      [...fields, ['hash', pageHash(fields, options.hashSecret)]].map((one) => [...one] as [string, string]),
    );
    return `${hosts.pages}/hostedpage/servlet/HostedPagePurchase?${query}`;
  };

  /** A purchase counts once it is confirmed; one that is not falls back to the card. */
  const confirm = async (order: Order, answer: GatewayAnswer): Promise<ChargeAnswer> => {
    const event = approvalOf(answer, order.id);
    if (!event) return { kind: 'unknown' };
    const done = await ask({ transactionType: 'CC_CONFIRM', referenceGUID: event.transactionId });
    return done?.responseCode === '0' ? { kind: 'told', event, bytes: answer.bytes } : { kind: 'unknown' };
  };

  /** Our page that takes the holder to their bank; undefined where the gateway names no bank page. */
  const challengeOf = async (
    order: Order,
    answer: GatewayAnswer,
    { returnUrl }: PurchaseContext,
  ): Promise<string | undefined> => {
    const challenge = readChallenge(answer);
    return challenge && options.keepForm?.(order, (answerUrl) => ({ ...challenge(answerUrl), returnUrl }));
  };

  /** Outcome of an order's charge, by its invoice. Unconfirmed ones do not count. */
  const lookUp = async (order: Order): Promise<LookedUp> => {
    const invoice = seal.seal(order.id);
    const answer = await ask({ transactionType: 'LOOKUP', merchantInvoiceID: invoice });
    if (!answer) return { kind: 'no_answer' };
    if (isUnknownInvoice(answer.get('reasonCode'))) return { kind: 'not_known' };
    const { bytes, responseCode } = answer;
    if (responseCode === '1' || responseCode === '2')
      return { kind: 'told', event: declineOf(answer, order), bytes };
    const isThis = responseCode === '0' && answer.get('merchantInvoiceID') === invoice;
    const event = isThis ? approvalOf(answer, order.id) : undefined;
    return event ? { kind: 'told', event, bytes } : { kind: 'no_answer' };
  };

  return {
    name: 'rocketgate',
    descriptor: 'ROCKETGATE',
    opens: 'in_page',
    frameOrigin: new URL(hosts.pages).origin,
    capabilities: {
      group: 'credit',
      currencies: null,
      products: null,
      countries: null,
      hasOneClick: true,
      refunds: 'any_amount',
      tells: new Set(['approved']),
    },
    start: async (order, context) => linkOf(order, context),
    async charge(order, cardHash, context) {
      const answer = await ask({
        transactionType: 'CC_PURCHASE',
        merchantCustomerID: customerOf(order),
        merchantInvoiceID: seal.seal(order.id),
        merchantSiteID: site,
        merchantProductID: order.internalId,
        amount: amountOf(order.amountCents),
        currency: order.currency,
        cardHash,
        // Nobody is there to confirm an automatic charge.
        ...(options.is3dSecure && order.purpose === 'purchase' && { use3DSecure: 'TRUE' }),
      });
      if (!answer || answer.responseCode === '3') return { kind: 'unknown' };
      if (answer.responseCode === '0') return confirm(order, answer);
      if (isConfirmationWanted(answer.get('reasonCode'))) {
        const link = order.purpose === 'purchase' ? await challengeOf(order, answer, context) : undefined;
        return link === undefined
          ? { kind: 'page', link: linkOf(order, context) }
          : { kind: 'page', link, opens: 'same_window', isChallenge: true };
      }
      return { kind: 'told', event: declineOf(answer, order), bytes: answer.bytes };
    },
    async finishChallenge(order, reference, posted) {
      const answer = await ask({
        transactionType: 'CC_PURCHASE',
        referenceGUID: reference,
        PARES: paresOf(posted),
      });
      if (!answer || answer.responseCode === '3') return { kind: 'unknown' };
      if (answer.responseCode === '0') return confirm(order, answer);
      return { kind: 'told', event: declineOf(answer, order), bytes: answer.bytes };
    },
    lostCharges: {
      everyMs: 30_000,
      knownAfterMs: KNOWN_AFTER_MS,
      ask: (orders) => Promise.all(orders.map(lookUp)),
    },
    async readPost({ address, bytes }) {
      if (!options.isListed(address)) return undefined;
      const xml = bytes.toString('utf8');
      const guid = textOfTag(xml, 'guidNo');
      const orderId = seal.open(textOfTag(xml, 'invoiceID') ?? '');
      if (!guid || !orderId || textOfTag(xml, 'merchantSiteID') !== site) return undefined;
      const answer = await ask({ transactionType: 'LOOKUP', referenceGUID: guid });
      if (!answer || answer.responseCode === '3') return TRY_AGAIN;
      const isThis =
        answer.responseCode === '0' && answer.get('merchantInvoiceID') === textOfTag(xml, 'invoiceID');
      const event = isThis ? approvalOf(answer, orderId) : undefined;
      return event && { events: [event], acknowledgement: acknowledge('0') };
    },
    async refund({ transactionId, amountCents, currency, isWhole }) {
      const answer = await ask({
        transactionType: 'CC_CREDIT',
        referenceGUID: transactionId,
        ...(!isWhole && { amount: amountOf(amountCents), currency }),
      });
      if (!answer || answer.responseCode === '3') return { kind: 'unknown' };
      const guid = answer.get('guidNo');
      if (answer.responseCode !== '0' || !guid) return { kind: 'refused' };
      const told = { amountCents, currency, declineCode: null, card: null };
      const event = {
        ...told,
        eventId: `credit ${guid}`,
        kind: 'refunded' as const,
        orderId: '',
        transactionId,
      };
      return { kind: 'told', event, bytes: answer.bytes };
    },
    async cancel(customer) {
      const answer = await ask({ transactionType: 'REBILL_CANCEL', merchantCustomerID: customer });
      return answer?.responseCode === '0';
    },
    readSettlement: readGatewayTable,
  };
}
