import { isSameSecret } from '@klieg/kernel/secrets';
import type { BillerEvent, BillerPort } from '../port/biller-port.ts';
import { readForm } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { readPayouts } from './read-settlement.ts';
import { CENTS_PER_UNIT, unitsOf } from './units.ts';

const HOST = 'https://secure.paygarden.com';

/** Paygarden: gift cards. What a card is worth decides how much is credited; one unit is one token. */
export function makePaygarden(options: {
  readonly partner: string;
  readonly product: string;
  /** The shared secret that its posts bring. */
  readonly apiKey: string;
  readonly seal: OrderSeal;
  readonly callbackUrl: string;
  readonly host?: string;
}): BillerPort {
  const { partner, product, seal, host = HOST } = options;
  return {
    name: 'paygarden',
    descriptor: 'PAYGARDEN',
    opens: 'new_window',
    capabilities: {
      group: 'others',
      currencies: new Set(['USD']),
      products: null,
      countries: null,
      hasOneClick: false,
      refunds: 'none',
      tells: new Set(['approved', 'voided']),
    },
    async start(order, { returnUrl }) {
      const query = new URLSearchParams({
        'txn-type': 'initial',
        'account-id': `k${order.accountId}`,
        passthrough: seal.seal(order.id),
        'postback-url': options.callbackUrl,
        'continue-url': returnUrl,
      });
      return `${host}/pay/site/${encodeURIComponent(partner)}/${encodeURIComponent(product)}?${query}`;
    },
    charge: async () => ({ kind: 'unknown' }),
    readPost({ bytes }) {
      const fields = readForm(bytes.toString('utf8'));
      if (!fields || !isSameSecret(fields['api-key'] ?? '', options.apiKey)) return undefined;
      const orderId = seal.open(fields['passthrough'] ?? '');
      const transactionId = fields['txn-id'];
      const account = fields['account-id'];
      const units = unitsOf(fields['units-sold']);
      const isCancel = fields['txn-type'] === 'cancel';
      if (!isCancel && fields['txn-type'] !== 'initial') return undefined;
      if (!orderId || !transactionId || !account || fields['product-id'] !== product) return undefined;
      if (!isCancel && units === undefined) return undefined;
      const event: BillerEvent = {
        eventId: `${isCancel ? 'cancel' : 'initial'} ${transactionId}`,
        kind: isCancel ? 'voided' : 'approved',
        orderId,
        transactionId,
        amountCents: units === undefined || isCancel ? null : units * CENTS_PER_UNIT,
        currency: 'USD',
        declineCode: null,
        card: null,
        ...(!isCancel && units !== undefined && { paidTokens: units }),
      };
      const body = JSON.stringify({ success: true, username: account, 'account-id': account });
      return { events: [event], acknowledgement: { contentType: 'application/json', body } };
    },
    refund: async () => ({ kind: 'refused' }),
    cancel: async () => false,
    readSettlement: readPayouts,
  };
}
