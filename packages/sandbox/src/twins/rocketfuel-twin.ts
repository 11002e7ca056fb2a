import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  listenTwin,
  makeTwinServer,
  reasonOf,
  twinCents,
  twinAmount,
  twinPage,
  type BillerTwin,
} from './twin.ts';
import { makeTwinPosts } from './twin-posts.ts';

/** A twin with the key that signs its posts. */
export interface RocketfuelTwin extends BillerTwin {
  /** PEM. */
  readonly publicKey: string;
}

/** Rocketfuel's side: log-in, hosted pages, and posts signed by its key. A reason is a status, such as 101. */
export async function startRocketfuelTwin(options: {
  readonly email: string;
  readonly password: string;
  readonly postUrl: string;
}): Promise<RocketfuelTwin> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === 'OK');
  const pages: {
    readonly amount: string;
    readonly currency: string;
    readonly order: string;
    readonly redirectUrl?: string;
    readonly customerInfo?: { readonly fingerprint?: string };
  }[] = [];
  const payments: string[] = [];
  const settled: object[] = [];
  const twin: RocketfuelTwin = {
    url: '',
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    reverse: () => undefined,
    settlementFile: () => JSON.stringify({ ok: true, result: settled }),
    async close() {
      posts.close();
      await app.close();
    },
  };

  app.post('/auth/login', (request, reply) => {
    const { email, password } = JSON.parse(String(request.body)) as { email: string; password: string };
    if (email !== options.email || password !== options.password)
      return reply.status(401).send({ ok: false });
    return reply.send({ ok: true, result: { access: 'an access' } });
  });
  app.post('/hosted-page', (request, reply) => {
    if (request.headers.authorization !== 'Bearer an access') return reply.status(401).send({ ok: false });
    const at = pages.push(JSON.parse(String(request.body)) as (typeof pages)[number]) - 1;
    return reply.send({ ok: true, result: { uuid: String(at), url: `${twin.url}/hosted-page/${at}` } });
  });
  app.all('/hosted-page/:at', (request, reply) => {
    const at = Number((request.params as { at: string }).at);
    const page = pages[at];
    if (!page) return reply.status(404).send('Unknown page');
    if (request.method === 'GET')
      return reply
        .type('text/html')
        .send(
          twinPage('Rocketfuel twin', { price: page.amount, device: page.customerInfo?.fingerprint ?? '' }),
        );
    const transactionId = `rf${Date.now()}${payments.length}`;
    const status = Number(reasonOf(request.body) || '1');
    if (status === 1) payments.push(transactionId);
    settled.push({
      offerId: page.order,
      transactionId,
      email: 'buyer@example.org',
      orderDate: 'Nov 22 2026',
      orderTime: '10:00 AM',
      fiatAmount: page.amount,
      fiatCurrency: page.currency,
      paymentStatus: status,
      fee: '0.50',
    });
    const amount = twinAmount(twin.wrong.amountCents ?? twinCents(page.amount));
    const currency = twin.wrong.currency ?? page.currency;
    const data = JSON.stringify({ offerId: page.order, transactionId, status, amount, currency });
    const bodyOf = (key: KeyObject) =>
      JSON.stringify({ data, signature: sign('RSA-SHA256', Buffer.from(data), key).toString('base64') });
    posts.send(
      { url: options.postUrl, contentType: 'application/json', body: bodyOf(keys.privateKey) },
      (post) => ({ ...post, body: bodyOf(stranger.privateKey) }),
    );
    if (page.redirectUrl) return reply.redirect(page.redirectUrl, 303);
    return reply.type('text/html').send('Thank you');
  });
  return Object.assign(twin, { url: await listenTwin(app) });
}
