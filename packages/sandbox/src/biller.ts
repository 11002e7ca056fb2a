import { createHmac } from 'node:crypto';
import { type Log, uuidv7 } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serveAgeTwins } from './age/serve-age-twins.ts';
import { serveSignInTwins } from './sign-in/serve-sign-in-twins.ts';
import { serveSmsTwin } from './sms/serve-sms-twin.ts';
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
  const wanted = createHmac('sha256', secret).update(text).digest('hex');
  return isSameSecret(signature, wanted);
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

/** What a form says of the end of a card, `12/34`; nothing where it cannot be read. */
function readExpiry(text: string): { readonly expires?: { readonly month: number; readonly year: number } } {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? [];
  return month && year ? { expires: { month: Number(month), year: 2000 + Number(year) } } : {};
}

/** Orders that are remembered as paid. */
const PAID_MAX = 100_000;

/** Remembers which orders were paid, the newest ones: as with real billers, one order is paid once. */
function makePaidOrders() {
  const paid = new Set<string>();
  return {
    /** @returns false for an order that was paid before */
    take(orderId: string): boolean {
      if (paid.has(orderId)) return false;
      paid.add(orderId);
      if (paid.size > PAID_MAX) paid.delete(paid.values().next().value!);
      return true;
    },
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
  const paid = makePaidOrders();
  /** What came of the newest charges, by order: one that is asked for again is the same charge. */
  const charged = new Map<string, { readonly transactionId: string; readonly declineCode: string | null }>();
  /** @param formTarget origin that the page's form leads to, where it is not this service */
  const html = (reply: FastifyReply, status: number, text: string, formTarget = '') =>
    reply
      .status(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTarget}`.trim(),
      )
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

  app.setErrorHandler((error: FastifyError, _request, reply) => {
    // Signed text that is not JSON is the sender's fault; our own faults only go to the log.
    const status = error instanceof SyntaxError ? 400 : (error.statusCode ?? 500);
    if (status >= 500) options.log.error({ err: error }, 'a request of the sandbox biller failed');
    void reply.status(status).send({ error: status >= 500 ? 'fault' : 'The request could not be read' });
  });

  /** The signed body of a request; where it is undefined the refusal is on its way. */
  const readSigned = ({ body, headers }: FastifyRequest, reply: FastifyReply): string | undefined => {
    const isText = typeof body === 'string';
    if (isText && isGenuine(options.secret, body, String(headers['x-signature'] ?? ''))) return body;
    void (isText ? reply.status(403).send() : reply.status(400).send({ error: 'The body is missing' }));
    return undefined;
  };

  const cardTokens = serveAgeTwins(app, { ...options, html, readSigned });
  serveSignInTwins(app, { secret: options.secret, html });
  serveSmsTwin(app, { secret: options.secret, readSigned });

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
    if (isApproved && !paid.take(payment.orderId))
      return html(reply, 409, renderProblemPage('This order was paid before.'));
    post(payment, isApproved ? 'approved' : 'declined', {
      transaction_id: transactionId,
      decline_code: card.declineCode,
      card: isApproved
        ? {
            token: card.token,
            brand: card.brand,
            last4: card.last4,
            ...readExpiry(form.get('expiry') ?? ''),
          }
        : null,
    });
    const answer = isApproved ? `Y|${payment.orderId}` : `N${card.declineCode}|${payment.orderId}`;
    return html(reply, 200, renderResultPage(isApproved, withAnswer(payment.returnUrl, answer)));
  });

  // A charge of a card on file, asked for by the shop's server.
  app.post('/api/charge', (request, reply) => {
    const body = readSigned(request, reply);
    if (body === undefined) return reply;
    const asked = JSON.parse(body) as {
      order_id: string;
      amount: number;
      currency: string;
      card_token: string;
      callback_url: string;
    };
    const card = outcomeOfToken(asked.card_token) ?? cardTokens.outcomeOf(asked.card_token);
    const payment: Payment = {
      orderId: asked.order_id,
      amountCents: asked.amount,
      currency: asked.currency,
      label: '',
      callbackUrl: asked.callback_url,
      returnUrl: '',
    };
    const outcome = card ? card.declineCode : 'DECLINED';
    // An order that was paid on the page is not charged as well.
    const decline = () => (outcome === null && !paid.take(payment.orderId) ? 'DUPLICATE' : outcome);
    const known = charged.get(payment.orderId) ?? {
      transactionId: `sbx_${uuidv7()}`,
      declineCode: decline(),
    };
    const { transactionId, declineCode } = known;
    charged.set(payment.orderId, known);
    if (charged.size > PAID_MAX) charged.delete(charged.keys().next().value!);
    post(payment, declineCode === null ? 'approved' : 'declined', {
      transaction_id: transactionId,
      decline_code: declineCode,
      card: null,
    });
    return reply.send({ accepted: true, transaction_id: transactionId });
  });

  // Outcomes of charges, for a shop that lost the answers: for each order its charge, or null.
  app.post('/api/lookup', (request, reply) => {
    const body = readSigned(request, reply);
    if (body === undefined) return reply;
    const { order_ids: ids } = JSON.parse(body) as { order_ids: string[] };
    const charges = ids.map((id) => {
      const known = charged.get(id);
      return known ? { transaction_id: known.transactionId, decline_code: known.declineCode } : null;
    });
    return reply.send({ charges });
  });

  /** What a biller's own staff or a bank does to a payment later: a refund, a void, a chargeback, a dispute won. */
  const reverse = (body: string, reply: FastifyReply) => {
    const asked = JSON.parse(body) as {
      type: 'refunded' | 'voided' | 'charged_back' | 'dispute_won' | 'fraud_reported' | 'alerted';
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
  };
  app.post('/api/reverse', (request, reply) => {
    const body = readSigned(request, reply);
    return body === undefined ? reply : reverse(body, reply);
  });

  // A refund that the shop's server asks for.
  app.post('/api/refund', (request, reply) => {
    const body = readSigned(request, reply);
    if (body === undefined) return reply;
    if (poster.faults.refunds === 'given') return reverse(body, reply);
    return reply.status(poster.faults.refunds === 'refused' ? 409 : 502).send({ accepted: false });
  });

  app.post('/control', (request, reply) => {
    const body = readSigned(request, reply);
    if (body === undefined) return reply;
    const faults = readFaults(JSON.parse(body || '{}'));
    if (typeof faults === 'string') return reply.status(400).send({ error: faults });
    poster.faults = faults;
    return reply.send(faults);
  });

  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  return app;
}
