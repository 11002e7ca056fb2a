import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Log, uuidv7 } from '@klieg/kernel';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { readFaults } from './faults.ts';
import { renderPayPage, renderProblemPage, renderResultPage } from './pay-page.ts';
import { makePoster, type BillerPost } from './poster.ts';
import { outcomeOf, outcomeOfToken } from './test-cards.ts';

interface Payment {
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly label: string;
  readonly callbackUrl: string;
  readonly returnUrl: string;
}

const isGenuine = (secret: string, text: string, signature: string): boolean => {
  const wanted = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
};

/** The payment that a signed link asks for, or undefined. */
function readLink(secret: string, query: string): Payment | undefined {
  const params = new URLSearchParams(query);
  const signature = params.get('signature') ?? '';
  params.delete('signature');
  if (!isGenuine(secret, params.toString(), signature)) return undefined;
  return {
    orderId: params.get('order_id') ?? '',
    amountCents: Number(params.get('amount')),
    currency: params.get('currency') ?? 'USD',
    label: params.get('label') ?? '',
    callbackUrl: params.get('callback_url') ?? '',
    returnUrl: params.get('return_url') ?? '',
  };
}

const withAnswer = (returnUrl: string, answer: string): string => {
  const url = new URL(returnUrl);
  url.searchParams.set('ans', answer);
  return url.href;
};

/** The sandbox biller: hosted page, charges of cards on file, refunds, and faults on demand. */
export function makeSandboxBiller(options: { readonly secret: string; readonly log: Log }): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: 16 * 1024 });
  const poster = makePoster(options);
  const html = (reply: FastifyReply, status: number, text: string) =>
    reply
      .status(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
      .send(text);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onClose', () => poster.close());

  const post = (
    payment: Payment,
    type: BillerPost['type'],
    more: Pick<BillerPost, 'transaction_id' | 'decline_code' | 'card'>,
  ) =>
    poster.send(payment.callbackUrl, {
      type,
      order_id: payment.orderId,
      amount: payment.amountCents,
      currency: payment.currency,
      ...more,
    });

  app.get('/pay', (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const payment = readLink(options.secret, query);
    if (!payment) return html(reply, 400, renderProblemPage('It was changed or is not complete.'));
    return html(reply, 200, renderPayPage({ ...payment, query }));
  });

  app.post('/pay', (request, reply) => {
    const form = new URLSearchParams(request.body as string);
    const query = form.get('query') ?? '';
    const payment = readLink(options.secret, query);
    if (!payment) return html(reply, 400, renderProblemPage('It was changed or is not complete.'));
    const card = outcomeOf(form.get('number') ?? '');
    if (!card)
      return html(
        reply,
        422,
        renderPayPage({ ...payment, query, fault: 'Only the test cards below work here.' }),
      );
    const transactionId = `sbx_${uuidv7()}`;
    const isApproved = card.declineCode === null;
    post(payment, isApproved ? 'approved' : 'declined', {
      transaction_id: transactionId,
      decline_code: card.declineCode,
      card: isApproved ? { token: card.token, brand: card.brand, last4: card.last4 } : null,
    });
    const answer = isApproved ? `Y|${payment.orderId}` : `N${card.declineCode}|${payment.orderId}`;
    return html(reply, 200, renderResultPage(isApproved, withAnswer(payment.returnUrl, answer)));
  });

  // A charge of a card on file, asked for by the shop's server.
  app.post('/api/charge', (request, reply) => {
    const body = request.body as string;
    if (!isGenuine(options.secret, body, String(request.headers['x-signature'] ?? '')))
      return reply.status(403).send();
    const asked = JSON.parse(body) as {
      order_id: string;
      amount: number;
      currency: string;
      card_token: string;
      callback_url: string;
    };
    const card = outcomeOfToken(asked.card_token);
    const payment: Payment = {
      orderId: asked.order_id,
      amountCents: asked.amount,
      currency: asked.currency,
      label: '',
      callbackUrl: asked.callback_url,
      returnUrl: '',
    };
    const declineCode = card ? card.declineCode : 'DECLINED';
    const transactionId = `sbx_${uuidv7()}`;
    post(payment, declineCode === null ? 'approved' : 'declined', {
      transaction_id: transactionId,
      decline_code: declineCode,
      card: null,
    });
    return reply.send({ accepted: true, transaction_id: transactionId });
  });

  // A refund or chargeback, as the biller's own staff would make it.
  app.post('/api/reverse', (request, reply) => {
    const body = request.body as string;
    if (!isGenuine(options.secret, body, String(request.headers['x-signature'] ?? '')))
      return reply.status(403).send();
    const asked = JSON.parse(body) as {
      type: 'refunded' | 'charged_back';
      order_id: string;
      transaction_id: string;
      amount: number;
      currency: string;
      callback_url: string;
    };
    poster.send(asked.callback_url, {
      type: asked.type,
      order_id: asked.order_id,
      transaction_id: asked.transaction_id,
      amount: asked.amount,
      currency: asked.currency,
      decline_code: null,
      card: null,
    });
    return reply.send({ accepted: true });
  });

  app.post('/control', (request, reply) => {
    const body = request.body as string;
    if (!isGenuine(options.secret, body, String(request.headers['x-signature'] ?? '')))
      return reply.status(403).send();
    const faults = readFaults(JSON.parse(body || '{}'));
    if (typeof faults === 'string') return reply.status(400).send({ error: faults });
    poster.faults = faults;
    return reply.send(faults);
  });

  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  return app;
}
