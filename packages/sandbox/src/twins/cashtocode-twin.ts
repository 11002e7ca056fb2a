import { listenTwin, makeTwinServer, twinPage, type BillerTwin } from './twin.ts';
import { makeTwinPosts } from './twin-posts.ts';

interface Voucher {
  readonly amount: number;
  readonly currency: string;
  readonly transactionId: string;
}

/** CashtoCode's side: vouchers by a call, paid on its page, and posts of success. */
export async function startCashtocodeTwin(options: {
  readonly user: string;
  readonly password: string;
  readonly secret: string;
  readonly postUrl: string;
}): Promise<BillerTwin> {
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === 'OK');
  const vouchers: Voucher[] = [];
  const payments: string[] = [];
  const settled: string[] = [];
  const twin: BillerTwin = {
    url: '',
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    reverse: () => undefined,
    settlementFile: () =>
      ['date;status;amount;fee;currency;transactionId;foreignTransactionId', ...settled].join('\r\n'),
    async close() {
      posts.close();
      await app.close();
    },
  };

  app.post('/merchant/paytokens', (request, reply) => {
    const basic = `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`;
    if (request.headers.authorization !== basic)
      return reply
        .status(401)
        .send({ error: 'unauthorized', error_description: 'Unknown merchant', errors: [] });
    const payUrl = `${twin.url}/pay/${vouchers.push(JSON.parse(String(request.body)) as Voucher) - 1}`;
    return reply.send({ payUrl });
  });
  app.get('/pay/:at', (request, reply) => {
    const voucher = vouchers[Number((request.params as { at: string }).at)];
    if (!voucher) return reply.status(404).send('Unknown voucher');
    return reply.type('text/html').send(twinPage('CashtoCode twin', { price: String(voucher.amount) }));
  });
  app.post('/pay/:at', (request, reply) => {
    const voucher = vouchers[Number((request.params as { at: string }).at)];
    if (!voucher) return reply.status(404).send('Unknown voucher');
    const id = `ctc${Date.now()}${payments.length}`;
    payments.push(id);
    const { amount, currency, transactionId } = voucher;
    settled.push(
      `2026-11-22;SUCCESS;${amount.toFixed(2)};${(amount * 0.1).toFixed(2)};${currency};${transactionId};${id}`,
    );
    const body = JSON.stringify({
      amount: twin.wrong.amountCents === undefined ? voucher.amount : twin.wrong.amountCents / 100,
      currency: twin.wrong.currency ?? voucher.currency,
      foreignTransactionId: id,
      type: 'classic',
      transactionId: voucher.transactionId,
    });
    const headers = { authorization: options.secret };
    const post = { url: options.postUrl, contentType: 'application/json', headers, body };
    posts.send(post, (genuine) => ({ ...genuine, headers: { authorization: 'Basic bm9ib2R5Om5vYm9keQ==' } }));
    return reply.type('text/html').send('Paid');
  });
  return Object.assign(twin, { url: await listenTwin(app) });
}
