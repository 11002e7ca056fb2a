import { listenTwin, makeTwinServer, queryOf, twinPage, type BillerTwin } from './twin.ts';
import { makeTwinPosts } from './twin-posts.ts';

/** A twin whose card value can be set. */
export interface PaygardenTwin extends BillerTwin {
  /** Units that the next gift cards are worth. */
  units: number;
}

/** Paygarden's side: its page, and posts about what gift cards bought. */
export async function startPaygardenTwin(options: {
  readonly partner: string;
  readonly product: string;
  readonly apiKey: string;
}): Promise<PaygardenTwin> {
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body.startsWith('{"success":true,"username":"'));
  const payments: string[] = [];
  const sold = new Map<string, { readonly url: string; readonly fields: Readonly<Record<string, string>> }>();
  const settled: Readonly<Record<string, string>>[] = [];
  const columns = ['txn-id', 'txn-type', 'units-sold', 'payout', 'confirmation-code'];
  const twin: PaygardenTwin = {
    url: '',
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    units: 550,
    settlementFile: () =>
      [columns, ...settled.map((row) => columns.map((name) => row[name] ?? ''))]
        .map((cells) => cells.join(','))
        .join('\n'),
    reverse(_kind, transactionId) {
      const sale = sold.get(transactionId);
      if (sale) settled.push({ ...sale.fields, 'txn-type': 'cancel' });
      if (sale) send(sale.url, { ...sale.fields, 'txn-type': 'cancel' });
    },
    async close() {
      posts.close();
      await app.close();
    },
  };
  const send = (url: string, fields: Readonly<Record<string, string>>) => {
    const bodyOf = (key: string) => new URLSearchParams({ 'api-key': key, ...fields }).toString();
    posts.send(
      { url, contentType: 'application/x-www-form-urlencoded', body: bodyOf(options.apiKey) },
      (post) => ({ ...post, body: bodyOf('a key that nobody knows') }),
    );
  };

  app.all('/pay/site/:partner/:product', (request, reply) => {
    const { partner, product } = request.params as { partner: string; product: string };
    if (partner !== options.partner || product !== options.product)
      return reply.status(404).send('Unknown product');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('Paygarden twin', { product }));
    const query = new URLSearchParams(queryOf(request.url));
    const id = `pg${Date.now()}${payments.length}`;
    const fields = {
      'txn-type': 'initial',
      passthrough: query.get('passthrough') ?? '',
      'account-id': query.get('account-id') ?? '',
      'product-id': product,
      'units-sold': String(twin.units),
      payout: String(twin.units * 7),
      'confirmation-code': `c${id}`,
      'txn-id': id,
    };
    const url = query.get('postback-url') ?? '';
    payments.push(id);
    settled.push(fields);
    sold.set(id, { url, fields });
    send(url, fields);
    return reply.redirect(query.get('continue-url') ?? '/', 303);
  });
  return Object.assign(twin, { url: await listenTwin(app) });
}
