import { ownOf } from '@klieg/kernel';
import type { BillerEvent, BillerPort, RawPost } from '../port/biller-port.ts';
import { askBiller, jsonOf } from '../port/ask-biller.ts';
import { amountOf, centsOf } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { readSettlementReport } from './read-settlement.ts';

const URL_OF_API = 'https://api-m.paypal.com';

const kinds: Readonly<Record<string, BillerEvent['kind']>> = {
  'PAYMENT.CAPTURE.COMPLETED': 'approved',
  'PAYMENT.CAPTURE.DENIED': 'declined',
  'PAYMENT.CAPTURE.PENDING': 'pending',
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'charged_back',
};

type Json = Readonly<Record<string, unknown>>;
const objectIn = (json: Json | undefined, name: string): Json => {
  const value = json?.[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
};
const textIn = (json: Json, name: string): string | undefined =>
  typeof json[name] === 'string' ? json[name].replaceAll('\u0000', '\uFFFD').toWellFormed() : undefined;

/** What a verified webhook says about a capture; undefined where it names none of our orders. */
function readCapture(json: Json, seal: OrderSeal): BillerEvent | undefined {
  const kind = ownOf(kinds, textIn(json, 'event_type') ?? '');
  const [eventId, resource] = [textIn(json, 'id'), objectIn(json, 'resource')];
  const amount = objectIn(resource, 'amount');
  const sealed = textIn(resource, 'custom_id');
  const orderId = sealed === undefined ? '' : seal.open(sealed);
  const isReversal = kind === 'refunded' || kind === 'charged_back';
  const links = Array.isArray(resource['links']) ? resource['links'] : [];
  // A refund names its payment only by a link.
  const up = links
    .map((link: Json) => (link['rel'] === 'up' ? textIn(link, 'href') : undefined))
    .find(Boolean);
  const transactionId = isReversal ? up?.split('/').at(-1) : textIn(resource, 'id');
  const [amountCents, currency] = [centsOf(textIn(amount, 'value')), textIn(amount, 'currency_code')];
  if (!kind || !eventId || !transactionId || orderId === undefined || amountCents === undefined || !currency)
    return undefined;
  const declineCode = kind === 'declined' ? 'DECLINED' : null;
  return { eventId, kind, orderId, transactionId, amountCents, currency, declineCode, card: null };
}

/**
 * What a verified webhook says of a dispute that a buyer has begun, which takes no money yet; for fraud it is a report. It
 * names the payments that it is about.
 */
function readDispute(json: Json): readonly BillerEvent[] | undefined {
  const resource = objectIn(json, 'resource');
  const [eventId, about] = [textIn(json, 'id'), resource['disputed_transactions']];
  if (!eventId || !Array.isArray(about)) return undefined;
  const kind = textIn(resource, 'reason') === 'UNAUTHORISED' ? 'fraud_reported' : 'alerted';
  return about.flatMap((one: unknown) => {
    const transactionId = textIn(objectIn({ one }, 'one'), 'seller_transaction_id');
    const told = { amountCents: null, currency: null, declineCode: null, card: null };
    return transactionId
      ? [{ ...told, eventId: `${eventId} ${transactionId}`, kind, orderId: '', transactionId }]
      : [];
  });
}

/** PayPal: orders that our server makes and captures; each webhook is verified by PayPal itself. Off unless switched on. */
export function makePaypal(options: {
  readonly client: string;
  readonly secret: string;
  readonly webhook: string;
  readonly seal: OrderSeal;
  readonly url?: string;
}): BillerPort {
  const { seal, url = URL_OF_API } = options;

  const call = async (path: string, body: object, requestId?: string): Promise<Json | undefined> => {
    const basic = Buffer.from(`${options.client}:${options.secret}`).toString('base64');
    const granted = await askBiller(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const access = jsonOf(granted)?.['access_token'];
    if (typeof access !== 'string') return undefined;
    const answer = await askBiller(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      body: JSON.stringify(body),
    });
    return answer?.isOk ? jsonOf(answer) : undefined;
  };

  const isVerified = async ({ headers }: RawPost, event: Json): Promise<boolean> => {
    const answer = await call('/v1/notifications/verify-webhook-signature', {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: options.webhook,
      webhook_event: event,
    });
    return answer?.['verification_status'] === 'SUCCESS';
  };

  return {
    name: 'paypal',
    descriptor: 'PAYPAL',
    opens: 'in_page',
    capabilities: {
      group: 'paypal',
      currencies: null,
      products: null,
      countries: null,
      hasOneClick: false,
      refunds: 'any_amount',
      tells: new Set([
        'approved',
        'declined',
        'pending',
        'refunded',
        'charged_back',
        'fraud_reported',
        'alerted',
      ]),
    },
    async start(order, { returnUrl }) {
      const amount = { currency_code: order.currency, value: amountOf(order.amountCents) };
      const made = await call(
        '/v2/checkout/orders',
        {
          intent: 'CAPTURE',
          purchase_units: [{ custom_id: seal.seal(order.id), amount }],
          application_context: {
            return_url: returnUrl,
            cancel_url: returnUrl,
            shipping_preference: 'NO_SHIPPING',
          },
        },
        order.id,
      );
      const links: unknown = made?.['links'];
      const approve = Array.isArray(links)
        ? links.find((link: Json) => link['rel'] === 'approve')
        : undefined;
      return textIn(objectIn({ approve }, 'approve'), 'href');
    },
    charge: async () => ({ kind: 'unknown' }),
    async readPost(post) {
      const json = jsonOf({ isOk: true, bytes: post.bytes });
      if (!json || typeof post.headers['paypal-transmission-sig'] !== 'string') return undefined;
      if (!(await isVerified(post, json))) return undefined;
      const acknowledgement = { contentType: 'text/plain', body: 'OK' };
      const type = textIn(json, 'event_type');
      const id = textIn(objectIn(json, 'resource'), 'id');
      // The buyer agreed; money moves with the capture, which another post reports.
      if (type === 'CHECKOUT.ORDER.APPROVED' && id) {
        const captured = await call(
          `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
          {},
          `capture ${id}`,
        );
        return captured && { events: [], acknowledgement };
      }
      if (type === 'CUSTOMER.DISPUTE.CREATED') {
        const events = readDispute(json);
        return events && { events, acknowledgement };
      }
      if (!Object.hasOwn(kinds, type ?? '')) return { events: [], acknowledgement };
      const event = readCapture(json, seal);
      return event && { events: [event], acknowledgement };
    },
    async refund({ transactionId, amountCents, currency, isWhole }) {
      const amount = { currency_code: currency, value: amountOf(amountCents) };
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`;
      return { kind: (await call(path, isWhole ? {} : { amount })) ? 'asked' : 'refused' };
    },
    cancel: async () => false,
    readSettlement: readSettlementReport,
  };
}
