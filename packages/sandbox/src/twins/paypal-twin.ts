import { createHmac } from 'node:crypto';
import {
  listenTwin,
  makeTwinServer,
  reasonOf,
  twinAmount,
  twinCents,
  twinPage,
  type BillerTwin,
} from './twin.ts';
import { makeTwinPosts } from './twin-posts.ts';

interface Unit {
  readonly custom_id: string;
  readonly amount: { readonly value: string; readonly currency_code: string };
}

/** The columns of the settlement report that are needed here. */
const SETTLEMENT_COLUMNS = [
  'CH',
  'Transaction ID',
  'Invoice ID',
  'PayPal Reference ID',
  'PayPal Reference ID Type',
  'Transaction Event Code',
  'Transaction Initiation Date',
  'Transaction Completion Date',
  'Transaction Debit or Credit',
  'Gross Transaction Amount',
  'Gross Transaction Currency',
  'Fee Debit or Credit',
  'Fee Amount',
  'Fee Currency',
  'Custom Field',
];

/** PayPal's side: orders, captures, refunds, webhooks, and the call that verifies those. */
export async function startPaypalTwin(options: {
  readonly client: string;
  readonly secret: string;
  readonly webhook: string;
  readonly postUrl: string;
}): Promise<BillerTwin> {
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === 'OK');
  const orders = new Map<string, { readonly unit: Unit; reason: string; isCaptured: boolean }>();
  const captures = new Map<string, Unit>();
  const payments: string[] = [];
  const settled: (readonly string[])[] = [];
  let last = Date.now();
  const newId = (prefix: string) => `${prefix}${(last += 1)}`;
  const signatureOf = (text: string) => createHmac('sha256', 'of PayPal').update(text).digest('base64');

  const tell = (type: string, resource: object) => {
    const body = JSON.stringify({ id: newId('WH-'), event_type: type, resource });
    const headersOf = (signature: string) => ({
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': 'id',
      'paypal-transmission-time': '2026-11-22T10:00:00Z',
      'paypal-transmission-sig': signature,
    });
    const post = {
      url: options.postUrl,
      contentType: 'application/json',
      headers: headersOf(signatureOf(body)),
      body,
    };
    posts.send(post, (genuine) => ({ ...genuine, headers: headersOf('forged') }));
  };
  /** A row of the settlement report, its fee in cents; below 0 it is given back. */
  const settle = (code: string, id: string, more: { of?: string; cents: number; feeCents: number }) => {
    const isIn = code.startsWith('T00');
    const fee = [more.feeCents < 0 ? 'CR' : 'DR', String(Math.abs(more.feeCents)), 'USD'];
    const money = [isIn ? 'CR' : 'DR', String(more.cents), 'USD', ...fee];
    const reference = more.of === undefined ? ['', ''] : [more.of, 'TXN'];
    const time = '2026/11/22 10:00:00 -0800';
    settled.push(['SB', id, '', ...reference, code, time, time, ...money, 'a "custom" field, with commas']);
  };
  const twin: BillerTwin = {
    url: '',
    settlementFile: () =>
      [
        ['RH', '2026/11/23 00:00:00 -0800', 'A', 'MERCHANT', '9'],
        ['FH', '01'],
        ['SH', '2026/11/22 00:00:00 -0800', '2026/11/22 23:59:59 -0800', 'MERCHANT', ''],
        SETTLEMENT_COLUMNS,
        ...settled,
        ['SF', 'USD', '0', '0'],
        ['SC', String(settled.length)],
        ['RF', 'USD', '0', '0'],
        ['RC', String(settled.length)],
        ['FF', String(settled.length)],
      ]
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n'),
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    reverse(kind, transactionId, amountCents) {
      const currency = captures.get(transactionId)?.amount.currency_code ?? 'USD';
      const types = { refunded: 'REFUNDED', charged_back: 'REVERSED', voided: '', dispute_won: '' };
      const links = [{ rel: 'up', href: `${twin.url}/v2/payments/captures/${transactionId}` }];
      const amount = { value: twinAmount(amountCents), currency_code: currency };
      if (!types[kind]) return;
      const id = newId('R');
      const isRefund = kind === 'refunded';
      // Fees are given back with a refund, and a reversal costs one.
      const fee = { cents: amountCents, feeCents: isRefund ? -30 : 2_000 };
      settle(isRefund ? 'T1107' : 'T1106', id, { of: transactionId, ...fee });
      tell(`PAYMENT.CAPTURE.${types[kind]}`, { id, amount, links });
    },
    notify(notice, transactionId, amountCents) {
      tell('CUSTOMER.DISPUTE.CREATED', {
        dispute_id: newId('PP-D-'),
        reason: notice === 'fraud_reported' ? 'UNAUTHORISED' : 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        dispute_life_cycle_stage: 'INQUIRY',
        dispute_amount: { currency_code: 'USD', value: twinAmount(amountCents) },
        disputed_transactions: [{ seller_transaction_id: transactionId }],
      });
    },
    async close() {
      posts.close();
      await app.close();
    },
  };

  app.addHook('onRequest', async (request, reply) => {
    const basic = `Basic ${Buffer.from(`${options.client}:${options.secret}`).toString('base64')}`;
    const wanted = request.url === '/v1/oauth2/token' ? basic : 'Bearer an access';
    if (/^\/v\d/.test(request.url) && request.headers.authorization !== wanted)
      await reply.status(401).send({});
  });
  app.post('/v1/oauth2/token', (_request, reply) => reply.send({ access_token: 'an access' }));
  app.post('/v1/notifications/verify-webhook-signature', (request, reply) => {
    const asked = JSON.parse(String(request.body)) as {
      webhook_id: string;
      transmission_sig: string;
      webhook_event: object;
    };
    const isRight =
      asked.webhook_id === options.webhook &&
      asked.transmission_sig === signatureOf(JSON.stringify(asked.webhook_event));
    return reply.send({ verification_status: isRight ? 'SUCCESS' : 'FAILURE' });
  });
  app.post('/v2/checkout/orders', (request, reply) => {
    const { purchase_units: units } = JSON.parse(String(request.body)) as { purchase_units: Unit[] };
    const id = newId('O');
    orders.set(id, { unit: units[0]!, reason: '', isCaptured: false });
    return reply.send({ id, links: [{ rel: 'approve', href: `${twin.url}/checkoutnow/${id}` }] });
  });
  app.all('/checkoutnow/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const order = orders.get(id);
    if (!order) return reply.status(404).send('Unknown order');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('PayPal twin', { price: order.unit.amount.value }));
    order.reason = reasonOf(request.body);
    tell('CHECKOUT.ORDER.APPROVED', { id });
    return reply.type('text/html').send('Thank you');
  });
  app.post('/v2/checkout/orders/:id/capture', (request, reply) => {
    const order = orders.get((request.params as { id: string }).id);
    if (!order) return reply.status(404).send({});
    // A capture that is asked for again is the same one.
    if (order.isCaptured) return reply.send({ status: 'COMPLETED' });
    order.isCaptured = true;
    const [id, { custom_id, amount }] = [newId('C'), order.unit];
    const value = twin.wrong.amountCents === undefined ? amount.value : twinAmount(twin.wrong.amountCents);
    const told = { value, currency_code: twin.wrong.currency ?? amount.currency_code };
    if (!order.reason) {
      payments.push(id);
      captures.set(id, order.unit);
      settle('T0006', id, { cents: twinCents(amount.value), feeCents: 175 });
    }
    tell(`PAYMENT.CAPTURE.${order.reason ? 'DENIED' : 'COMPLETED'}`, { id, custom_id, amount: told });
    return reply.send({ status: 'COMPLETED' });
  });
  app.post('/v2/payments/captures/:id/refund', (request, reply) => {
    const { id } = request.params as { id: string };
    const unit = captures.get(id);
    if (!unit) return reply.status(404).send({});
    const { amount } = JSON.parse(String(request.body)) as { amount?: { value: string } };
    twin.reverse('refunded', id, twinCents(amount?.value ?? unit.amount.value));
    return reply.send({ status: 'COMPLETED' });
  });
  return Object.assign(twin, { url: await listenTwin(app) });
}
