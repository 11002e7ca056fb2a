import { createHash } from 'node:crypto';
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
import { makeTwinPosts } from './twin-posts.ts';

const ACKNOWLEDGEMENT = '<?xml version="1.0"?><Response><results>0</results></Response>';
const tagOf = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
const tagsOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

const confirmPage =
  '<form method="post"><input name="confirmed" value="1"><input name="reason"><button>Confirm</button></form>';

interface Payment {
  readonly cents: number;
  readonly currency: string;
  readonly invoice: string;
  refundedCents: number;
  isConfirmed: boolean;
}

/** A twin that can lose the answers to one kind of call. */
export interface RocketgateTwin extends BillerTwin {
  /** Type of the calls whose answers are lost; empty: none. */
  deafTo: string;
  /** How charges with reason 202 are confirmed by their holders: on a page of their bank, or not at all. */
  challenge: 'step_up' | 'request' | 'none';
  /** Whether its hosted page has the buyer confirm as well. */
  asksOnPage: boolean;
}

/** RocketGate's side: the hosted page, the gateway, and posts about what was bought on the page. */
export async function startRocketgateTwin(options: {
  readonly merchant: string;
  readonly password: string;
  readonly hashSecret: string;
  readonly postUrl: string;
}): Promise<RocketgateTwin> {
  const app = makeTwinServer();
  const posts = makeTwinPosts((body) => body === ACKNOWLEDGEMENT);
  const payments: string[] = [];
  const known = new Map<string, Payment>();
  const cardHash = createHash('sha256').update('the card').digest('base64');
  let last = 0x173e09c0a000 + Math.floor(Math.random() * 1e9);
  const newGuid = () => `1000${(last += 1).toString(16).toUpperCase()}`;

  const settled: Readonly<Record<string, string>>[] = [];
  const settledColumns = [
    'transactionDate',
    'transactionType',
    'guidNo',
    'referenceGUID',
    'approvedAmount',
    'approvedCurrency',
    'fee',
  ];
  const settle = (row: Readonly<Record<string, string>>) =>
    settled.push({ transactionDate: '2026-11-22', approvedCurrency: 'USD', ...row });
  /** Reasons for declined charges, by invoice. */
  const declined = new Map<string, string>();
  const twin: RocketgateTwin = {
    url: '',
    deafTo: '',
    challenge: 'none',
    asksOnPage: false,
    posts,
    payments,
    wrong: {},
    isDeaf: false,
    nextReason: '',
    settlementFile: () =>
      [settledColumns, ...settled.map((row) => settledColumns.map((name) => row[name] ?? ''))]
        .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
        .join('\n'),
    // The site learns of reversals from its own calls or from RocketGate's staff.
    reverse: () => undefined,
    async close() {
      posts.close();
      await app.close();
    },
  };
  const take = (payment: Omit<Payment, 'refundedCents'>): string => {
    const guid = newGuid();
    known.set(guid, { ...payment, refundedCents: 0 });
    payments.push(guid);
    if (payment.isConfirmed)
      settle({
        transactionType: 'CC_PURCHASE',
        guidNo: guid,
        approvedAmount: twinAmount(payment.cents),
        fee: '2.50',
      });
    return guid;
  };

  app.all('/hostedpage/servlet/HostedPagePurchase', (request, reply) => {
    const query = [...new URLSearchParams(queryOf(request.url))];
    const fields = query.filter(([name]) => name !== 'hash');
    const text = [...fields, ['secret', options.hashSecret]]
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const get = (wanted: string) => query.find(([name]) => name === wanted)?.[1] ?? '';
    if (createHash('sha1').update(text).digest('base64') !== get('hash'))
      return reply.status(400).send('Invalid hash');
    if (request.method === 'GET')
      return reply.type('text/html').send(twinPage('RocketGate twin', { price: get('amount') }));
    const isAsked = twin.asksOnPage && !new URLSearchParams(String(request.body ?? '')).has('confirmed');
    if (isAsked) return reply.type('text/html').send(confirmPage);
    // Only successes are posted.
    if (reasonOf(request.body)) return reply.redirect(get('fail'), 303);
    const guid = take({
      cents: twin.wrong.amountCents ?? twinCents(get('amount')),
      currency: twin.wrong.currency ?? get('currency'),
      invoice: get('invoice'),
      isConfirmed: true,
    });
    const body = `<?xml version="1.0"?><HostedPagePurchase>${tagsOf({
      customerID: get('id'),
      invoiceID: get('invoice'),
      merchantSiteID: get('siteid'),
      merchantProductID: get('prodid'),
      guidNo: guid,
    })}</HostedPagePurchase>`;
    posts.send({ url: options.postUrl, contentType: 'text/xml', body }, (post) => post);
    return reply.redirect(get('success'), 303);
  });

  const refuse = (reason: string) => ({
    responseCode: reason < '200' ? '1' : '2',
    reasonCode: reason,
    guidNo: newGuid(),
  });
  const challenged = new Map<string, Pick<Payment, 'cents' | 'currency' | 'invoice'>>();
  const challenges = (guid: string) => ({
    step_up: { _3DSECURE_STEP_UP_URL: `${twin.url}/step-up`, _3DSECURE_STEP_UP_JWT: `jwt.of.${guid}` },
    request: { acsURL: `${twin.url}/acs`, PAREQ: `request+of/${guid}==` },
    none: {},
  });
  /** Goes on after a challenge: the bank's answer must be about this very payment, and say yes. */
  const finish = (guid: string, answer: string): Readonly<Record<string, string>> => {
    const payment = challenged.get(guid);
    if (!payment) return { responseCode: '4', reasonCode: '410' };
    challenged.delete(guid);
    if (answer !== `yes ${guid}`) {
      declined.set(payment.invoice, '205');
      return refuse('205');
    }
    return approve({ ...payment, isConfirmed: false });
  };
  const approve = (payment: Omit<Payment, 'refundedCents'>): Readonly<Record<string, string>> => ({
    responseCode: '0',
    reasonCode: '0',
    guidNo: take(payment),
    cardHash,
    cardLastFour: '4242',
    cardType: 'VISA',
    approvedAmount: twinAmount(payment.cents),
    approvedCurrency: payment.currency,
  });
  /** By its GUID or its invoice; unconfirmed charges are not found. */
  const findConfirmed = (guid: string, invoice: string) =>
    [...known].find(([id, one]) => one.isConfirmed && (guid === '' ? one.invoice === invoice : id === guid));
  /** What the gateway does and answers, by the type of the call. */
  const calls: Readonly<Record<string, (xml: string) => Readonly<Record<string, string>>>> = {
    CC_PURCHASE(xml) {
      const reason = twin.nextReason;
      twin.nextReason = '';
      const reference = tagOf(xml, 'referenceGUID');
      if (reference) return finish(reference, tagOf(xml, 'PARES'));
      if (reason === '202') {
        const guidNo = newGuid();
        challenged.set(guidNo, {
          cents: twinCents(tagOf(xml, 'amount')),
          currency: tagOf(xml, 'currency'),
          invoice: tagOf(xml, 'merchantInvoiceID'),
        });
        return { responseCode: '2', reasonCode: '202', guidNo, ...challenges(guidNo)[twin.challenge] };
      }
      if (reason) {
        declined.set(tagOf(xml, 'merchantInvoiceID'), reason);
        return refuse(reason);
      }
      return approve({
        cents: twinCents(tagOf(xml, 'amount')),
        currency: tagOf(xml, 'currency'),
        invoice: tagOf(xml, 'merchantInvoiceID'),
        isConfirmed: false,
      });
    },
    CC_CONFIRM(xml) {
      const payment = known.get(tagOf(xml, 'referenceGUID'));
      if (payment) payment.isConfirmed = true;
      return { responseCode: payment ? '0' : '4' };
    },
    LOOKUP(xml) {
      const [guid, invoice] = [tagOf(xml, 'referenceGUID'), tagOf(xml, 'merchantInvoiceID')];
      const [guidNo, payment] = findConfirmed(guid, invoice) ?? [];
      const reason = declined.get(invoice);
      if (reason !== undefined) return refuse(reason);
      if (!payment || guidNo === undefined) return { responseCode: '4', reasonCode: guid ? '410' : '441' };
      const approved = { approvedAmount: twinAmount(payment.cents), approvedCurrency: payment.currency };
      return {
        responseCode: '0',
        guidNo,
        merchantInvoiceID: payment.invoice,
        cardHash,
        cardLastFour: '4242',
        cardType: 'VISA',
        ...approved,
      };
    },
    CC_CREDIT(xml) {
      const payment = known.get(tagOf(xml, 'referenceGUID'));
      const cents = twinCents(tagOf(xml, 'amount') || twinAmount(payment?.cents ?? 0));
      if (!payment || payment.refundedCents + cents > payment.cents)
        return { responseCode: '4', reasonCode: '405' };
      payment.refundedCents += cents;
      const guidNo = newGuid();
      const referenceGUID = tagOf(xml, 'referenceGUID');
      settle({
        transactionType: 'CC_CREDIT',
        guidNo,
        referenceGUID,
        approvedAmount: twinAmount(cents),
        fee: '0.50',
      });
      return { responseCode: '0', guidNo };
    },
  };
  // A bank's page: who says yes, or no, is sent back with its answer.
  const askHolder = (guid: string, termUrl: string) =>
    `<form method="post" action="${termUrl}"><input name="PaRes" value="yes ${guid}"><input name="MD" value="${guid}"></form>`;
  app.post('/step-up', (request, reply) => {
    const posted = new URLSearchParams(String(request.body ?? ''));
    const guid = posted.get('MD') ?? '';
    if (posted.get('JWT') !== `jwt.of.${guid}`) return reply.status(400).send('Unknown challenge');
    return reply.type('text/html').send(askHolder(guid, posted.get('TermUrl') ?? ''));
  });
  app.post('/acs', (request, reply) => {
    const posted = new URLSearchParams(String(request.body ?? ''));
    const guid = posted.get('MD') ?? '';
    if (posted.get('PaReq') !== `request+of/${guid}==`) return reply.status(400).send('Unknown challenge');
    return reply.type('text/html').send(askHolder(guid, posted.get('TermUrl') ?? ''));
  });
  app.post('/gateway/servlet/ServiceDispatcherAccess', (request, reply) => {
    const xml = String(request.body);
    const isKnown =
      tagOf(xml, 'merchantID') === options.merchant && tagOf(xml, 'merchantPassword') === options.password;
    const answer = isKnown ? calls[tagOf(xml, 'transactionType')]?.(xml) : undefined;
    if (twin.isDeaf || twin.deafTo === tagOf(xml, 'transactionType'))
      return void request.raw.socket.destroy();
    return reply
      .type('text/xml')
      .send(
        `<gatewayResponse>${tagsOf(answer ?? { responseCode: '4', reasonCode: '400' })}</gatewayResponse>`,
      );
  });

  return Object.assign(twin, { url: await listenTwin(app) });
}
