import { randomToken } from '@klieg/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CardOutcome, outcomeOf } from '../test-cards.ts';
import type { AgeTwinUses } from './age-twin.ts';

type TokenCard = CardOutcome & { readonly token: string };

/** Outcomes of charges on payment tokens, for the sandbox biller beside this twin. */
export interface CardTokens {
  /** @param cardToken as the biller is asked: `tok:` and the payment token */
  outcomeOf(cardToken: string): TokenCard | undefined;
}

const TOKENS_MAX = 10_000;
const cors = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-headers', 'authorization, content-type, *')
    .header('access-control-allow-methods', 'POST');

/** The script that a page loads: it reads the fields of its own document and sends them only to this service. */
const widgetScript = (origin: string) => `(() => {
  const read = (name) => document.querySelector('[data-ccbill="' + name + '"]')?.value ?? '';
  window.ccbill = { CCBillAdvancedWidget: class {
    constructor(applicationId) { this.applicationId = applicationId; }
    createPaymentToken(token, clientAccnum, clientSubacc) {
      return fetch(${JSON.stringify(origin)} + '/twins/ccbill/payment-tokens', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
        body: JSON.stringify({
          clientAccnum, clientSubacc,
          customerInfo: { customerFname: read('firstName'), customerLname: read('lastName'), email: read('email'),
            address1: read('address1'), city: read('city'), country: read('country'), state: read('state'), zipcode: read('postalCode') },
          paymentInfo: { creditCardPaymentInfo: { cardNum: read('cardNumber'), cvv2: read('cvv2'), expMonth: read('expMonth'), expYear: read('expYear') } },
        }),
      });
    }
  } };
})();`;

/** CCBill's side of a check by card: tokens for browsers and servers, its widget, payment tokens, and voids. */
export function serveCcbillCardTwin(app: FastifyInstance, { word, faults }: AgeTwinUses): CardTokens {
  const cards = new Map<string, TokenCard>();
  const authorized = new Set<string>();
  const secrets = { front: word('ccbill front'), back: word('ccbill back') };
  /** Granted to a browser: each makes one payment token. */
  const browsers = new Set<string>();
  const servers = new Set<string>();
  const bearerOf = ({ headers }: FastifyRequest) => (headers.authorization ?? '').slice('Bearer '.length);

  app.post('/twins/ccbill/ccbill-auth/oauth/token', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    const given = request.headers.authorization;
    const of = (id: keyof typeof secrets) =>
      `Basic ${Buffer.from(`${id}:${secrets[id]}`).toString('base64')}`;
    const granted = given === of('front') ? browsers : given === of('back') ? servers : undefined;
    if (!granted) return reply.status(401).send({});
    const token = randomToken(24);
    granted.add(token);
    if (granted.size > TOKENS_MAX) granted.delete(granted.values().next().value!);
    return reply.send({ access_token: token, token_type: 'bearer', expires_in: 600 });
  });
  app.get('/twins/ccbill/v1.9.0/ccbill-advanced-widget.js', (request, reply) =>
    reply.type('text/javascript').send(widgetScript(`http://${request.headers.host}`)),
  );
  app.options('/twins/ccbill/payment-tokens', (_request, reply) => cors(reply).status(204).send());
  app.post('/twins/ccbill/payment-tokens', (request, reply) => {
    void cors(reply);
    if (faults().isAway) return reply.status(503).send({});
    if (!browsers.delete(bearerOf(request)))
      return reply.status(403).send({ errorCode: 100020, generalMessage: 'Forbidden' });
    const asked = JSON.parse(String(request.body)) as {
      paymentInfo: { creditCardPaymentInfo: { cardNum: string; cvv2: string; expYear: string } };
    };
    const { cardNum, cvv2, expYear } = asked.paymentInfo.creditCardPaymentInfo;
    const card = outcomeOf(cardNum);
    if (!card || !/^\d{3,4}$/.test(cvv2) || !/^20\d{2}$/.test(expYear))
      return reply.status(400).send({ errorCode: 200000, generalMessage: 'Validation failed' });
    const paymentTokenId = randomToken(24);
    cards.set(paymentTokenId, card);
    if (cards.size > TOKENS_MAX) cards.delete(cards.keys().next().value!);
    return reply.send({ paymentTokenId, validNumberOfUse: 1 });
  });
  app.post('/twins/ccbill/transactions/payment-tokens/:id', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    if (!servers.has(bearerOf(request)))
      return reply.status(403).send({ errorCode: 100020, generalMessage: 'Forbidden' });
    const { id } = request.params as { id: string };
    const card = cards.get(id);
    if (!card) return reply.status(400).send({ errorCode: 100102, generalMessage: 'Payment token expired' });
    cards.delete(id);
    if (card.declineCode !== null)
      return reply.send({ approved: false, declineCode: '24', declineText: card.declineCode, denialId: '1' });
    const subscriptionId = randomToken(12);
    authorized.add(subscriptionId);
    return reply.send({ approved: true, subscriptionId });
  });
  app.get('/twins/ccbill/utils/subscriptionManagement.cgi', (request, reply) => {
    const asked = request.query as Readonly<Record<string, string>>;
    const isDone =
      !faults().refusesVoids &&
      asked['password'] === word('ccbill datalink') &&
      asked['action'] === 'voidTransaction' &&
      authorized.delete(asked['subscriptionId'] ?? '');
    return reply.type('text/xml').send(`<results>${isDone ? '1' : '-3'}</results>`);
  });
  /** What was authorized and not voided: a bank would hold that amount on the card. */
  app.get('/twins/ccbill/held', (_request, reply) => reply.send({ held: authorized.size }));
  return {
    outcomeOf(cardToken) {
      const id = cardToken.startsWith('tok:') ? cardToken.slice('tok:'.length) : '';
      const card = cards.get(id);
      cards.delete(id);
      return card;
    },
  };
}
