import { isSameSecret } from '@klieg/kernel/secrets';
import type { BillerPort } from '../port/biller-port.ts';
import { askBiller, jsonOf } from '../port/ask-biller.ts';
import { centsOf, readJsonFields } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { readVouchers } from './read-settlement.ts';

/** Currencies in which vouchers are sold. */
const CURRENCIES = ['AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'INR', 'JPY', 'NZD', 'USD', 'ZAR'];
/** Least and most that a voucher is sold for, in cents. */
const PRICES = { DE: [1_000, 40_000], AT: [1_000, 50_000], GB: [2_000, 25_000] } as const;

/** CashtoCode: vouchers paid in cash at a shop. It only reports success, by a shared secret, and makes no refunds. */
export function makeCashtocode(options: {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly merchant: string;
  /** The currency of this account; there is one account each. */
  readonly currency: string;
  /** What its posts bring as their authorization. */
  readonly secret: string;
  readonly seal: OrderSeal;
}): BillerPort {
  const { seal } = options;
  return {
    name: 'cashtocode',
    descriptor: 'CASHTOCODE',
    opens: 'new_window',
    capabilities: {
      group: 'others',
      currencies: new Set(CURRENCIES.filter((one) => one === options.currency)),
      products: null,
      countries: PRICES,
      hasOneClick: false,
      refunds: 'none',
      tells: new Set(['approved']),
    },
    async start(order, { returnUrl }) {
      const user = `k${order.accountId}`;
      const answer = await askBiller(`${options.url}/merchant/paytokens`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          amount: order.amountCents / 100,
          transactionId: seal.seal(order.id),
          userId: user,
          userAlias: user,
          currency: order.currency,
          requestedUrl: returnUrl,
          cancelUrl: returnUrl,
          mid: options.merchant,
        }),
      });
      const link = jsonOf(answer)?.['payUrl'];
      return answer?.isOk && typeof link === 'string' ? link : undefined;
    },
    charge: async () => ({ kind: 'unknown' }),
    readPost({ bytes, headers }) {
      const given = headers['authorization'];
      if (typeof given !== 'string' || !isSameSecret(given, options.secret)) return undefined;
      const fields = readJsonFields(bytes.toString('utf8'));
      const orderId = seal.open(fields?.['transactionId'] ?? '');
      const transactionId = fields?.['foreignTransactionId'];
      const amountCents = centsOf(fields?.['amount']);
      const currency = fields?.['currency'];
      if (!orderId || !transactionId || amountCents === undefined || !currency) return undefined;
      const event = {
        eventId: `approved ${transactionId} ${amountCents} ${currency}`,
        kind: 'approved' as const,
        orderId,
        transactionId,
        amountCents,
        currency,
        declineCode: null,
        card: null,
      };
      return { events: [event], acknowledgement: { contentType: 'text/plain', body: 'OK' } };
    },
    refund: async () => ({ kind: 'refused' }),
    cancel: async () => false,
    readSettlement: readVouchers,
  };
}
