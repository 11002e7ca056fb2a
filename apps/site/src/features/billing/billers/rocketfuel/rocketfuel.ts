import { verify } from 'node:crypto';
import type { BillerEvent, BillerPort } from '../port/biller-port.ts';
import { askBiller, jsonOf } from '../port/ask-biller.ts';
import { amountOf, centsOf, readJsonFields } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { readTransactions } from './read-settlement.ts';

const URL_OF_API = 'https://app.rocketfuelblockchain.com/api';

/** What its statuses mean: paid, paid in part, failed. */
const kinds: Readonly<Record<string, BillerEvent['kind']>> = {
  '1': 'approved',
  '101': 'pending',
  '-1': 'declined',
};

const nested = (json: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> => {
  const result = json?.['result'];
  return typeof result === 'object' && result !== null ? { ...result } : {};
};

function isSigned(data: string, signature: string, publicKey: string): boolean {
  try {
    return verify('RSA-SHA256', Buffer.from(data), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Rocketfuel: coins. Our server asks for each page, and its posts are signed by its own key. */
export function makeRocketfuel(options: {
  readonly merchant: string;
  readonly email: string;
  readonly password: string;
  /** Rocketfuel's public key, PEM. */
  readonly publicKey: string;
  readonly seal: OrderSeal;
  readonly url?: string;
}): BillerPort {
  const { seal, url = URL_OF_API } = options;
  const post = async (path: string, body: object, access?: string) => {
    const answer = await askBiller(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
      body: JSON.stringify(body),
    });
    return nested(answer?.isOk ? jsonOf(answer) : undefined);
  };

  return {
    name: 'rocketfuel',
    descriptor: 'ROCKETFUEL',
    opens: 'in_page',
    capabilities: {
      group: 'others',
      currencies: new Set(['USD', 'EUR']),
      products: null,
      countries: null,
      hasOneClick: false,
      refunds: 'none',
      tells: new Set(['approved', 'pending', 'declined']),
    },
    async start(order, { returnUrl, fingerprint }) {
      const { access } = await post('/auth/login', { email: options.email, password: options.password });
      if (typeof access !== 'string') return undefined;
      const price = amountOf(order.amountCents);
      const page = await post(
        '/hosted-page',
        {
          amount: price,
          merchant_id: options.merchant,
          cart: [{ id: order.internalId, name: `${order.tokens} tokens`, price, quantity: 1 }],
          currency: order.currency,
          order: seal.seal(order.id),
          redirectUrl: returnUrl,
          customerInfo: { id: `k${order.accountId}`, ...(fingerprint && { fingerprint }) },
        },
        access,
      );
      return typeof page['url'] === 'string' ? page['url'] : undefined;
    },
    charge: async () => ({ kind: 'unknown' }),
    readPost({ bytes }) {
      const { data = '', signature = '' } = readJsonFields(bytes.toString('utf8')) ?? {};
      if (!isSigned(data, signature, options.publicKey)) return undefined;
      const fields = readJsonFields(data);
      const kind = Object.entries(kinds).find(([status]) => status === fields?.['status'])?.[1];
      // Its documents do not say which of the two holds the shop's own name of the order.
      const named = [fields?.['offerId'], fields?.['orderId'], fields?.['order']].filter(
        (one) => one !== undefined,
      );
      const orderId = named.map(seal.open).find((one) => one !== undefined);
      if (!fields || !kind || !orderId) return undefined;
      const transactionId = fields['transactionId'] ?? fields['txId'] ?? `of ${orderId}`;
      const amountCents = fields['amount'] === undefined ? null : centsOf(fields['amount']);
      if (amountCents === undefined) return undefined;
      const event: BillerEvent = {
        eventId: `${kind} ${transactionId} ${amountCents ?? ''}`,
        kind,
        orderId,
        transactionId,
        // Of a page that our server has asked for, nobody else can have changed the price.
        amountCents,
        currency: fields['currency'] ?? null,
        declineCode: kind === 'declined' ? 'DECLINED' : null,
        card: null,
      };
      return { events: [event], acknowledgement: { contentType: 'text/plain', body: 'OK' } };
    },
    refund: async () => ({ kind: 'refused' }),
    cancel: async () => false,
    readSettlement: (text) => readTransactions(text, seal),
  };
}
