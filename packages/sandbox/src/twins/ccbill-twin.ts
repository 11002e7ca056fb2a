import { createHash } from 'node:crypto';
import { HOUR_MS } from '@klieg/kernel/time';
import {
  listenTwin,
  makeTwinServer,
  queryOf,
  reasonOf,
  twinAmount,
  twinCents,
  twinPage,
  type BillerTwin,
} from './twin.ts';
import { makeTwinPosts, type TwinPost } from './twin-posts.ts';

/** Parameters of a charge by a previous transaction that are CCBill's own; all others come back with the webhook. */
const CHARGE_FIELDS: ReadonlySet<string> = new Set([
  'clientAccnum',
  'username',
  'password',
  'action',
  'newClientAccnum',
  'newClientSubacc',
  'sharedAuthentication',
  'initialPrice',
  'initialPeriod',
  'recurringPrice',
  'recurringPeriod',
  'rebills',
  'subscriptionId',
  'currencyCode',
  'returnXML',
]);
const arizonaTime = (ms: number): string =>
  new Date(ms - 7 * HOUR_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A twin that counts how often its extract was asked for. */
export interface CcbillTwin extends BillerTwin {
  extracts: number;
}

/** CCBill's side: FlexForms, charges by a previous transaction, REST with payment tokens, DataLink, webhooks. */
export async function startCcbillTwin(options: {
  readonly account: string;
  readonly subaccount: string;
  readonly salt: string;
  readonly user: { readonly name: string; readonly password: string };
  readonly app: { readonly id: string; readonly secret: string };
  /** Where its webhooks go. */
  readonly webhookUrl: string;
}): Promise<CcbillTwin> {
  const { account, subaccount, salt, user } = options;
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === 'OK');
  const payments: string[] = [];
  const prices = new Map<string, { readonly cents: number; readonly currencyCode: string }>();
  /** Lines of the extract, with their moments in Unix milliseconds. */
  const extract: { readonly atMs: number; readonly line: string }[] = [];
  let lastId = 912_191_101_000_000_000n + BigInt(Math.floor(Math.random() * 1e9));
  const newId = () => `0${(lastId += 1n)}`;

  const twin: CcbillTwin = {
    url: '',
    extracts: 0,
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    reverse(kind, transactionId, amountCents) {
      const types = { refunded: 'Refund', voided: 'Void', charged_back: 'Chargeback', dispute_won: '' };
      const type = types[kind];
      const { currencyCode = '840' } = prices.get(transactionId) ?? {};
      // CCBill has no post for a dispute that was won.
      if (type)
        tell(type, {
          subscriptionId: transactionId,
          transactionId: newId(),
          amount: twinAmount(amountCents),
          currencyCode,
        });
    },
    async close() {
      posts.close();
      await app.close();
    },
  };

  const tell = (type: string, fields: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ clientAccnum: account, clientSubacc: subaccount, eventType: type });
    const post: TwinPost = {
      url: `${options.webhookUrl}?${query}`,
      contentType: 'application/json',
      body: JSON.stringify({
        clientAccnum: account,
        clientSubacc: subaccount,
        timestamp: '2026-11-22 10:00:00',
        ...fields,
      }),
    };
    posts.send(post, (genuine) => genuine);
  };
  const digestOf = (id: string, answer: '0' | '1') => md5(`${id}${answer}${salt}`);
  const currencies: Readonly<Record<string, string>> = { USD: '840', EUR: '978' };

  /** A line about a sale: 23 columns, the price in the 18th. */
  const extractLine = (id: string, cents: number): string => {
    const buyer = [
      'John',
      'Doe',
      'user1',
      'hidden',
      '1 Main St',
      'Town',
      'AZ',
      '85001',
      'US',
      'a@example.org',
    ];
    const terms = ['', '1', twinAmount(cents), '30', '0.00', '0', '0'];
    return ['NEW', account, subaccount, id, arizonaTime(Date.now()), ...buyer, ...terms]
      .map((cell) => `"${cell}"`)
      .join(',');
  };

  /** Takes a payment, or declines it for a reason; a webhook reports either. */
  const settle = (
    order: {
      readonly cents: number;
      readonly currencyCode: string;
      readonly passed: Readonly<Record<string, string>>;
    },
    { type, reason }: { readonly type: 'NewSale' | 'UpSale'; readonly reason: string },
  ): string => {
    const id = newId();
    const price = {
      billedInitialPrice: twinAmount(twin.wrong.amountCents ?? order.cents),
      billedCurrencyCode: twin.wrong.currency ? (currencies[twin.wrong.currency] ?? '') : order.currencyCode,
    };
    const withDigest = (answer: '0' | '1') =>
      type === 'NewSale' ? { dynamicPricingValidationDigest: digestOf(id, answer) } : {};
    if (reason) {
      tell(`${type}Failure`, {
        transactionId: id,
        failureReason: reason,
        failureCode: '0',
        ...price,
        ...withDigest('0'),
        ...order.passed,
      });
      return id;
    }
    payments.push(id);
    prices.set(id, order);
    extract.push({ atMs: Date.now(), line: extractLine(id, order.cents) });
    const card = { cardType: 'VISA', last4: '4242', expDate: '1234', paymentAccount: md5('the card') };
    tell(`${type}Success`, {
      subscriptionId: id,
      transactionId: id,
      ...price,
      ...withDigest('1'),
      ...card,
      ...order.passed,
    });
    return id;
  };

  app.all('/wap-frontflex/flexforms/:form', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const get = (name: string) => query.get(name) ?? '';
    const digest = md5(get('initialPrice') + get('initialPeriod') + get('currencyCode') + salt);
    const isOurs = get('clientAccnum') === account && get('clientSubacc') === subaccount;
    if (!isOurs || digest !== get('formDigest')) return reply.status(400).send('Invalid pricing');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('CCBill twin', { price: get('initialPrice') }));
    const own = [
      'clientAccnum',
      'clientSubacc',
      'initialPrice',
      'initialPeriod',
      'currencyCode',
      'formDigest',
    ];
    const passed = Object.fromEntries(
      [...query].filter(([name]) => !own.includes(name)).map(([name, value]) => [`X-${name}`, value]),
    );
    settle(
      { cents: twinCents(get('initialPrice')), currencyCode: get('currencyCode'), passed },
      { type: 'NewSale', reason: reasonOf(request.body) },
    );
    return reply.type('text/html').send('Thank you');
  });

  const passedOf = (query: URLSearchParams) =>
    Object.fromEntries(
      [...query].filter(([name]) => !CHARGE_FIELDS.has(name)).map(([name, value]) => [`X-${name}`, value]),
    );
  app.get('/jpost/billingApi.cgi', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const get = (name: string) => query.get(name) ?? '';
    const xml = (text: string) => {
      if (twin.isDeaf) return void request.raw.socket.destroy();
      return reply.type('text/xml').send(`<?xml version='1.0' standalone='yes'?><results>${text}</results>`);
    };
    if (get('username') !== user.name || get('password') !== user.password) return xml('-1');
    if (!prices.has(get('subscriptionId'))) return xml('-3');
    const reason = twin.nextReason;
    twin.nextReason = '';
    const id = settle(
      { cents: twinCents(get('initialPrice')), currencyCode: get('currencyCode'), passed: passedOf(query) },
      { type: 'UpSale', reason },
    );
    return xml(
      reason
        ? `<approved>0</approved><denialId>${id}</denialId><declineCode>24</declineCode><declineText>${reason}</declineText>`
        : `<approved>1</approved><subscriptionId>${id}</subscriptionId>`,
    );
  });

  app.post('/ccbill-auth/oauth/token', (request, reply) => {
    const basic = Buffer.from(`${options.app.id}:${options.app.secret}`).toString('base64');
    const isKnown = request.headers.authorization === `Basic ${basic}`;
    return isKnown
      ? reply.send({ access_token: md5(salt), token_type: 'bearer' })
      : reply.status(401).send({});
  });
  app.post('/transactions/payment-tokens/:id', (request, reply) => {
    if (request.headers.authorization !== `Bearer ${md5(salt)}`)
      return reply.status(403).send({ errorCode: 100020, generalMessage: 'Forbidden' });
    const asked = JSON.parse(String(request.body)) as {
      initialPrice: number;
      currencyCode: number;
      passThroughInfo: { name: string; value: string }[];
    };
    const { id: token } = request.params as { id: string };
    if (token === 'expired')
      return reply.status(400).send({ errorCode: 100102, generalMessage: 'Payment token expired' });
    const passed = Object.fromEntries(asked.passThroughInfo.map(({ name, value }) => [`X-${name}`, value]));
    const subscriptionId = settle(
      { cents: Math.round(asked.initialPrice * 100), currencyCode: String(asked.currencyCode), passed },
      { type: 'UpSale', reason: twin.nextReason },
    );
    twin.nextReason = '';
    if (twin.isDeaf) return void request.raw.socket.destroy();
    return reply.send({ approved: true, subscriptionId, paymentUniqueId: md5('the card') });
  });

  app.get('/data/main.cgi', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const get = (name: string) => query.get(name) ?? '';
    twin.extracts += 1;
    if (get('username') !== user.name || get('password') !== user.password)
      return reply.type('text/plain').send('Error:Authentication failed.');
    const isAsked = (atMs: number) =>
      arizonaTime(atMs) >= get('startTime') && arizonaTime(atMs) <= get('endTime');
    const lines = extract.filter(({ atMs }) => isAsked(atMs)).map(({ line }) => line);
    return reply.type('text/plain').send(lines.length > 0 ? lines.join('\n') : '1');
  });

  app.get('/utils/subscriptionManagement.cgi', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const get = (name: string) => query.get(name) ?? '';
    const price = prices.get(get('subscriptionId'));
    const isKnown = price && get('username') === user.name && get('password') === user.password;
    if (isKnown && get('action') === 'voidOrRefundTransaction')
      twin.reverse('refunded', get('subscriptionId'), price.cents);
    if (isKnown && get('action') === 'refundTransaction')
      twin.reverse('refunded', get('subscriptionId'), twinCents(get('amount')));
    return reply.type('text/xml').send(`<results>${isKnown ? '1' : '-3'}</results>`);
  });

  return Object.assign(twin, { url: await listenTwin(app) });
}
