import { AppError } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { Brake, RateLimiter } from '#site/platform/http/index.ts';
import type { VisitorOf } from '#site/platform/visitors/index.ts';
import type { Acknowledgement, RawPost } from '../billers/port/biller-port.ts';

interface Uses {
  readonly receive: (biller: string, post: RawPost) => Promise<Acknowledgement | undefined>;
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
}

/** Where a biller's posts are taken. */
export const postbackPath = (biller: string): string => `/api/v1/postback/${biller}`;

/**
 * POST /api/v1/postback/{biller}: posts of billers, with the raw body and the biller's own format, no cookie. Every
 * post, even a forged one, counts for its source before its body is read. Refused with common.rate_limited.
 */
export const servePostbacks =
  ({ receive, rateLimiter, brake, visitorOf, isGenerousToLoopback }: Uses) =>
  (app: FastifyInstance): void => {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.addHook('onRequest', async (request) => {
        const { network, isLoopback } = visitorOf(request);
        const isGenerous = isGenerousToLoopback && isLoopback;
        const { isAllowed, resetSeconds } = await rateLimiter.take('hook', network, isGenerous);
        if (isAllowed) return;
        await brake.hold(network);
        throw new AppError('common.rate_limited', { params: { retry_after_seconds: resetSeconds } });
      });
      scope.post<{ Params: { biller: string } }>(postbackPath(':biller'), async (request, reply) => {
        const { body, headers, url } = request;
        const acknowledgement = await receive(request.params.biller, {
          bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          headers,
          query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
          address: visitorOf(request).address,
        });
        if (acknowledgement === undefined) return reply.status(403).send();
        return reply.type(acknowledgement.contentType).send(acknowledgement.body);
      });
      done();
    });
  };
