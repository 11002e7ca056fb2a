import { randomBytes } from 'node:crypto';
import type { Biller } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { Brake, RateLimiter } from '#site/platform/http/index.ts';
import type { VisitorOf } from '#site/platform/visitors/index.ts';
import type { BillerEvent, BillerPort } from '../billers/port/biller-port.ts';
import type { OrderSeal } from '../billers/port/seal-order.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { FormStore } from './form-store.ts';
import { formPolicy, renderForm } from './render-form.ts';

/** The page that posts the form of an order. */
export const formPath = (sealed: string): string => `/api/v1/billing/go/${sealed}`;
/** Where a bank's page sends the holder of a card back to. */
export const challengePath = (sealed: string): string => `/api/v1/billing/challenge/${sealed}`;

interface Uses {
  readonly forms: FormStore;
  readonly seal: OrderSeal;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly billers: ReadonlyMap<Biller, Pick<BillerPort, 'finishChallenge'>>;
  /** Takes what a biller answered as if it had posted it. */
  readonly takeAnswer: (biller: Biller, event: BillerEvent, bytes: Buffer) => Promise<void>;
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
}

/** More than any bank's page has to say. */
const BODY_BYTES_MAX = 64 * 1024;

/** With the answer of a page and its order, as other pages of billers come back. */
const returnTo = (returnUrl: string, ans: string): string => {
  const url = new URL(returnUrl);
  url.searchParams.set('ans', ans);
  return url.href;
};

/** Continues a charge whose holder has come back. @returns where the browser goes; undefined where nothing waits */
async function finishChallenge(uses: Uses, sealed: string, body: string): Promise<string | undefined> {
  const id = uses.seal.open(sealed);
  const order = id && (await uses.orders.find(id));
  // Only the first return continues it; the gateway itself proves what the bank has said.
  const form = order && (await uses.forms.finish(order.id));
  const finish = form && uses.billers.get(form.biller)?.finishChallenge;
  if (!order || !form || !finish) return undefined;
  const posted = Object.fromEntries(new URLSearchParams(body));
  const answer = await finish(order, form.reference ?? '', posted);
  if (answer.kind === 'told') await uses.takeAnswer(form.biller, answer.event, answer.bytes);
  const isPaid = answer.kind === 'told' && answer.event.kind === 'approved';
  // An outcome still unknown is told to the page later, like the end of any order.
  if (answer.kind !== 'told') return form.returnUrl;
  return returnTo(
    form.returnUrl,
    `${isPaid ? 'Y' : `N${answer.event.declineCode ?? 'DECLINED'}`}|${order.id}`,
  );
}

/**
 * GET /api/v1/billing/go/{order}: a page that posts the form of an order to its biller. POST
 * /api/v1/billing/challenge/{order}: the way back of a card's holder from their bank. No cookie: the order's sealed
 * name is known to nobody else, and browsers send none with a post from another site.
 */
export const servePostedPages =
  (uses: Uses) =>
  (app: FastifyInstance): void => {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        '*',
        { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
        (_request, body, parsed) => parsed(null, body),
      );
      scope.addHook('onRequest', async (request) => {
        const { network, isLoopback } = uses.visitorOf(request);
        const isGenerous = uses.isGenerousToLoopback && isLoopback;
        const { isAllowed, resetSeconds } = await uses.rateLimiter.take('hook', network, isGenerous);
        if (isAllowed) return;
        await uses.brake.hold(network);
        throw new AppError('common.rate_limited', { params: { retry_after_seconds: resetSeconds } });
      });
      scope.get<{ Params: { order: string } }>(formPath(':order'), async (request, reply) => {
        const id = uses.seal.open(request.params.order);
        const form = id && (await uses.forms.find(id));
        if (!form) throw new AppError('common.not_found');
        const nonce = randomBytes(16).toString('base64url');
        return reply
          .header('content-security-policy', formPolicy(form, nonce))
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .type('text/html; charset=utf-8')
          .send(renderForm(form, nonce));
      });
      scope.post<{ Params: { order: string } }>(challengePath(':order'), async (request, reply) => {
        const { body } = request;
        const url = await finishChallenge(uses, request.params.order, typeof body === 'string' ? body : '');
        if (url === undefined) throw new AppError('common.not_found');
        return reply.header('cache-control', 'no-store').redirect(url, 303);
      });
      done();
    });
  };
