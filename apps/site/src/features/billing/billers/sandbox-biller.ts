import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';
import { z } from 'zod';
import {
  type BillerEvent,
  billerEvent,
  type BillerPort,
  type LookedUp,
  type SettlementReading,
} from './port/biller-port.ts';
import type { Order } from '../orders/order-store.ts';
import { readPlainRows } from './port/settlement-rows.ts';

/** A call that was not answered in this time is not waited for, in milliseconds. */
const CALL_MS = 8_000;
/** A charge that has not arrived by then was never requested, in milliseconds. */
const KNOWN_AFTER_MS = 2 * CALL_MS;
/** Polling interval; the sandbox has no limit of its own. */
const LOOK_MS = 1_000;

/** Oldest and youngest post that is believed, in milliseconds. */
const TOLERANCE_MS = 300_000;

const post = z.strictObject({
  event_id: z.string().min(8).max(80),
  type: billerEvent.shape.kind.exclude(['pending']),
  order_id: z.string().max(40),
  transaction_id: z.string().max(80),
  amount: z.int(),
  currency: z.string().length(3),
  decline_code: z.string().max(40).nullable(),
  card: z
    .strictObject({
      token: z.string().max(80),
      brand: z.string().max(20),
      last4: z.string().length(4),
      expires: z
        .strictObject({ month: z.int().min(1).max(12), year: z.int().min(2000).max(2999) })
        .optional(),
    })
    .nullable(),
});

const hmac = (secret: string, text: string, bytes: Uint8Array = new Uint8Array()): string =>
  createHmac('sha256', secret).update(text).update(bytes).digest('hex');

/** A genuine post that says something which no database takes must not be lost for it. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();

const lookup = z.strictObject({
  charges: z.array(
    z.strictObject({ transaction_id: z.string(), decline_code: z.string().nullable() }).nullable(),
  ),
});

/** The look-up's answer about one order. */
function readCharge(
  { id, amountCents, currency }: Order,
  charge: z.infer<typeof lookup>['charges'][number] | undefined,
): LookedUp {
  if (charge === undefined) return { kind: 'no_answer' };
  if (charge === null) return { kind: 'not_known' };
  const { transaction_id: transactionId, decline_code: declineCode } = charge;
  const event: BillerEvent = {
    eventId: `found ${transactionId}`,
    kind: declineCode === null ? 'approved' : 'declined',
    orderId: id,
    transactionId,
    amountCents,
    currency,
    declineCode,
    card: null,
  };
  return { kind: 'told', event, bytes: Buffer.from(JSON.stringify(charge)) };
}

const line =
  /^([^,\s]{1,80}),(approved|refunded|voided|charged_back|dispute_won),(\d{1,9}),([A-Z]{3}),([^,]{1,40}),(\d{1,9})$/;

/** A line of its settlement file: transaction, kind, cents, currency, time, the biller's fee in cents. */
const readSandboxSettlement = (text: string): SettlementReading =>
  readPlainRows(text, (row) => {
    const [, transactionId = '', kind = '', cents, currency = '', at = '', fee] = line.exec(row.trim()) ?? [];
    const read = billerEvent.shape.kind.safeParse(kind);
    if (!read.success) return undefined;
    return {
      transactionId,
      kind: read.data,
      amountCents: Number(cents),
      currency,
      at,
      feeCents: Number(fee),
    };
  });

/** The demo's biller: a service of its own that speaks to us as real ones do. */
export function makeSandboxBiller(options: {
  /** Address as the visitor's browser reaches it. */
  readonly publicUrl: string;
  /** Address as this server reaches it. */
  readonly serverUrl: string;
  readonly secret: string;
  readonly callbackUrl: string;
}): BillerPort {
  /** The answer to a signed call; undefined where none came. */
  const ask = (path: string, body: string): Promise<Response | undefined> =>
    fetch(`${options.serverUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': hmac(options.secret, body) },
      body,
      signal: AbortSignal.timeout(CALL_MS),
    }).catch(() => undefined);

  return {
    name: 'sandbox',
    descriptor: 'KLG SERVICES',
    opens: 'in_page',
    frameOrigin: new URL(options.publicUrl).origin,
    capabilities: {
      group: 'credit',
      currencies: null,
      products: null,
      countries: null,
      hasOneClick: true,
      knowsCharges: true,
      refunds: 'any_amount',
      tells: new Set([
        'approved',
        'declined',
        'refunded',
        'voided',
        'charged_back',
        'dispute_won',
        'fraud_reported',
        'alerted',
      ]),
    },
    async start(order, { returnUrl }) {
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
      return { kind: (await ask('/api/charge', body))?.ok ? 'asked' : 'unknown' };
    },
    lostCharges: {
      everyMs: LOOK_MS,
      knownAfterMs: KNOWN_AFTER_MS,
      async ask(orders) {
        const answer = await ask('/api/lookup', JSON.stringify({ order_ids: orders.map(({ id }) => id) }));
        const read = lookup.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
        return orders.map((order, at) => readCharge(order, read.data?.charges[at]));
      },
    },
    async refund({ transactionId, amountCents, currency }) {
      const body = JSON.stringify({
        type: 'refunded',
        order_id: '',
        transaction_id: transactionId,
        amount: amountCents,
        currency,
        callback_url: options.callbackUrl,
      });
      const answer = await ask('/api/refund', body);
      if (answer === undefined) return { kind: 'unknown' };
      return { kind: answer.ok ? 'asked' : answer.status === 409 ? 'refused' : 'unknown' };
    },
    cancel: async () => false,
    readSettlement: readSandboxSettlement,
    readPost({ bytes: rawBody, headers }, nowMs) {
      const header = headers['x-sandbox-signature'];
      const match = typeof header === 'string' ? /^t=(\d{10,16}),v1=([0-9a-f]{64})$/.exec(header) : null;
      if (!match) return undefined;
      const [, time, signature] = match as unknown as [string, string, string];
      if (Math.abs(nowMs - Number(time)) > TOLERANCE_MS) return undefined;
      if (!isSameSecret(signature, hmac(options.secret, `${time}.`, rawBody))) return undefined;
      let json: unknown;
      try {
        json = JSON.parse(rawBody.toString('utf8'));
      } catch {
        return undefined;
      }
      const read = post.safeParse(json);
      if (!read.success) return undefined;
      const { data } = read;
      const event: BillerEvent = {
        eventId: storable(data.event_id),
        kind: data.type,
        orderId: storable(data.order_id),
        transactionId: storable(data.transaction_id),
        amountCents: data.amount,
        currency: storable(data.currency),
        declineCode: data.decline_code && storable(data.decline_code),
        card: data.card && {
          token: storable(data.card.token),
          brand: storable(data.card.brand),
          last4: storable(data.card.last4),
          expires: data.card.expires,
        },
      };
      return { events: [event], acknowledgement: { contentType: 'text/plain', body: 'OK' } };
    },
  };
}
