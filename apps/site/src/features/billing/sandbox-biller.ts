import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { BillerPort } from './biller-port.ts';

/** Oldest and youngest post that is believed, in milliseconds. */
const TOLERANCE_MS = 300_000;

const post = z.strictObject({
  event_id: z.string().min(8).max(80),
  type: z.enum(['approved', 'declined', 'refunded', 'charged_back']),
  order_id: z.string().max(40),
  transaction_id: z.string().max(80),
  amount: z.int(),
  currency: z.string().length(3),
  decline_code: z.string().max(40).nullable(),
  card: z
    .strictObject({ token: z.string().max(80), brand: z.string().max(20), last4: z.string().length(4) })
    .nullable(),
});

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const isSame = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The demo's biller: a service of its own that speaks to us as real ones do. */
export function makeSandboxBiller(options: {
  /** Address as the visitor's browser reaches it. */
  readonly publicUrl: string;
  /** Address as this server reaches it. */
  readonly serverUrl: string;
  readonly secret: string;
  readonly callbackUrl: string;
}): BillerPort {
  return {
    name: 'sandbox',
    descriptor: 'KLG SERVICES',
    linkFor(order, returnUrl) {
      const query = new URLSearchParams({
        order_id: order.id,
        amount: String(order.amountCents),
        currency: order.currency,
        label: `${order.tokens} tokens`,
        callback_url: options.callbackUrl,
        return_url: returnUrl,
      });
      query.set('signature', hmac(options.secret, query.toString()));
      return `${options.publicUrl}/pay?${query}`;
    },
    async charge(order, cardToken) {
      const body = JSON.stringify({
        order_id: order.id,
        amount: order.amountCents,
        currency: order.currency,
        card_token: cardToken,
        callback_url: options.callbackUrl,
      });
      try {
        const response = await fetch(`${options.serverUrl}/api/charge`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-signature': hmac(options.secret, body) },
          body,
          signal: AbortSignal.timeout(8_000),
        });
        return response.ok;
      } catch {
        return false;
      }
    },
    readPostback(rawBody, headers, nowMs) {
      const header = headers['x-sandbox-signature'];
      const match = typeof header === 'string' ? /^t=(\d{10,16}),v1=([0-9a-f]{64})$/.exec(header) : null;
      if (!match) return undefined;
      const [, time, signature] = match as unknown as [string, string, string];
      if (Math.abs(nowMs - Number(time)) > TOLERANCE_MS) return undefined;
      if (!isSame(signature, hmac(options.secret, `${time}.${rawBody}`))) return undefined;
      let json: unknown;
      try {
        json = JSON.parse(rawBody);
      } catch {
        return undefined;
      }
      const read = post.safeParse(json);
      if (!read.success) return undefined;
      const { data } = read;
      return {
        eventId: data.event_id,
        kind: data.type,
        orderId: data.order_id,
        transactionId: data.transaction_id,
        amountCents: data.amount,
        currency: data.currency,
        declineCode: data.decline_code,
        card: data.card,
      };
    },
    acknowledgement: 'OK',
  };
}
