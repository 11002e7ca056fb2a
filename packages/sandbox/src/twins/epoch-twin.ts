import { createHmac } from 'node:crypto';
import {
  listenTwin,
  makeTwinServer,
  queryOf,
  reasonOf,
  twinAmount,
  twinCents,
  twinPage,
  type BillerTwin,
  type Notice,
  type Reversal,
} from './twin.ts';
import { makeTwinPosts } from './twin-posts.ts';

const digestOf = (fields: Readonly<Record<string, string>>, key: string): string => {
  const names = Object.keys(fields).filter((name) => name !== 'epoch_digest');
  const text = names.toSorted().map((name) => `${name}${fields[name]}`);
  return createHmac('md5', key).update(text.join('')).digest('hex');
};

/** A twin whose feed also reports sales. */
export interface EpochTwin extends BillerTwin {
  /** Posts the feed's line of a payment. @param isNamed with the shop's own fields */
  feed(transactionId: string, isNamed?: boolean): void;
}

interface Sale {
  readonly cents: number;
  readonly member: string;
  readonly passed: Readonly<Record<string, string>>;
}

/** Epoch's side: the join page, camcharge, posts with a digest, and the feed DataPlus. */
export async function startEpochTwin(options: {
  readonly company: string;
  readonly key: string;
  /** Price in cents of each of its product codes. */
  readonly prices: Readonly<Record<string, number>>;
  readonly postUrl: string;
}): Promise<EpochTwin> {
  const { company, key, prices } = options;
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === 'OK');
  const payments: string[] = [];
  let lastId = 1_000_000_000 + Math.floor(Math.random() * 1e8);
  const newId = () => String((lastId += 1));

  const send = (url: string, fields: Readonly<Record<string, string>>, isSigned: boolean) => {
    const bodyOf = (secret: string) => {
      const signed = isSigned ? { ...fields, epoch_digest: digestOf(fields, secret) } : fields;
      return new URLSearchParams(signed).toString();
    };
    posts.send({ url, contentType: 'application/x-www-form-urlencoded', body: bodyOf(key) }, (post) => ({
      ...post,
      body: bodyOf('a key that nobody knows'),
    }));
  };

  const sales = new Map<string, Sale>();
  const twin: EpochTwin = {
    url: '',
    feed(transactionId, isNamed = false) {
      const { cents, member, passed } = sales.get(transactionId) ?? { cents: 0, member: '', passed: {} };
      const line = {
        ets_transaction_id: transactionId,
        ets_member_idx: member,
        ets_transaction_date: '2026-11-22 10:00:00',
        ets_transaction_type: 'O',
        ets_co_code: company,
        ets_transaction_amount: twinAmount(cents),
        ets_ref_trans_ids: '0',
        ...(isNamed && passed),
      };
      send(options.postUrl, line, false);
    },
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    notify: (notice, transactionId, amountCents) => tellOf(notice, transactionId, amountCents),
    reverse: (kind, transactionId, amountCents) => tellOf(kind, transactionId, amountCents),
    async close() {
      posts.close();
      await app.close();
    },
  };

  /** A line of the feed about a payment. */
  function tellOf(kind: Reversal | Notice, transactionId: string, amountCents: number) {
    const types = {
      refunded: 'C',
      voided: 'V',
      charged_back: 'X',
      dispute_won: 'W',
      fraud_reported: 'T',
      alerted: 'A',
    };
    const fields = {
      ets_transaction_id: newId(),
      ets_transaction_date: '2026-11-22 10:00:00',
      ets_transaction_type: types[kind],
      ets_co_code: company,
      ets_transaction_amount: `-${twinAmount(amountCents)}`,
      ets_ref_trans_ids: transactionId,
    };
    send(options.postUrl, fields, false);
  }

  /** Takes a payment or declines it, and posts the outcome. */
  const settle = (
    url: string,
    {
      cents,
      passed,
      member,
    }: { readonly cents: number; readonly passed: Readonly<Record<string, string>>; readonly member: string },
    reason: string,
  ): string => {
    const id = newId();
    if (!reason) {
      payments.push(id);
      sales.set(id, { cents, member, passed });
    }
    const amount = twinAmount(twin.wrong.amountCents ?? cents);
    const ans = reason ? `N${reason}|${id}` : `YGOODTEST|${id}`;
    send(
      url,
      {
        ans,
        order_id: id,
        member_id: member,
        transaction_id: id,
        amount,
        email: 'buyer@example.org',
        ...passed,
      },
      true,
    );
    return ans;
  };
  const passedOf = (query: URLSearchParams) =>
    Object.fromEntries([...query].filter(([name]) => name.startsWith('x_')));

  app.all('/secure/services/', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const cents = prices[query.get('pi_code') ?? ''];
    if (query.get('api') !== 'join' || cents === undefined) return reply.status(400).send('Unknown product');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('Epoch twin', { price: twinAmount(cents) }));
    const paid = { cents, passed: passedOf(query), member: newId() };
    const ans = settle(options.postUrl, paid, reasonOf(request.body));
    return reply.redirect(`${query.get('pi_returnurl') ?? '/'}?${new URLSearchParams({ ans })}`, 303);
  });

  // FlexPost: a form of the shop's page leads to Epoch's.
  const flexPosts: URLSearchParams[] = [];
  app.post('/secure/fpost.cgi', (request, reply) => {
    const posted = new URLSearchParams(String(request.body ?? ''));
    const isWhole = ['reseller', 'pi_returnurl', 'response_post'].every((name) => posted.get(name));
    const isKnown = posted.get('co_code') === company && prices[posted.get('pi_code') ?? ''] !== undefined;
    if (!isWhole || !isKnown) return reply.status(400).send('Unknown product');
    return reply.redirect(`/secure/flexpost/${flexPosts.push(posted) - 1}`, 303);
  });
  app.all('/secure/flexpost/:at', (request, reply) => {
    const posted = flexPosts[Number((request.params as { at: string }).at)];
    const cents = prices[posted?.get('pi_code') ?? ''];
    if (!posted || cents === undefined) return reply.status(404).send('Unknown form');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('Epoch twin', { price: twinAmount(cents) }));
    const paid = { cents, passed: passedOf(posted), member: newId() };
    const ans = settle(options.postUrl, paid, reasonOf(request.body));
    return reply.redirect(`${posted.get('pi_returnurl') ?? '/'}?${new URLSearchParams({ ans })}`, 303);
  });

  app.get('/secure/services', (request, reply) => {
    const query = new URLSearchParams(queryOf(request.url));
    const fields = Object.fromEntries(query);
    if (digestOf(fields, key) !== fields['epoch_digest']) return reply.status(403).send('Invalid digest');
    const [url, cents] = [fields['pburl'] ?? '', twinCents(fields['auth_amount'] ?? '')];
    settle(url, { cents, passed: passedOf(query), member: fields['member_id'] ?? '' }, twin.nextReason);
    twin.nextReason = '';
    if (twin.isDeaf) return void request.raw.socket.destroy();
    return reply.redirect(fields['returnurl'] ?? '/', 303);
  });

  return Object.assign(twin, { url: await listenTwin(app) });
}
