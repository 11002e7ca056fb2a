import { AppError } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { Brake, RateLimiter } from '../../platform/http/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { SettleCheck } from './settle-check.ts';
import type { AgeVendor } from './vendors/vendor-port.ts';

interface Uses {
  readonly store: Pick<AgeCheckStore, 'findByVendorRef'>;
  readonly settle: Pick<SettleCheck, 'look'>;
  readonly vendors: readonly AgeVendor[];
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
}

/** Where a vendor says that it has a result. */
export const callbackPath = (vendor: string): string => `/api/v1/callback/${vendor}`;
const BODY_BYTES_MAX = 64 * 1024;

/**
 * POST /api/v1/callback/{yoti, incode}: says that a session has a result. Its body is not trusted: the session must be
 * waiting here, and the vendor is asked for the result. Everything else is refused with common.forbidden.
 */
export const serveCallbacks =
  ({ store, settle, vendors, rateLimiter, brake, visitorOf, isGenerousToLoopback }: Uses) =>
  (app: FastifyInstance): void => {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
        (_request, body, parsed) => parsed(null, body),
      );
      scope.addHook('onRequest', async (request) => {
        const { network, isLoopback } = visitorOf(request);
        const taken = await rateLimiter.take('hook', network, isGenerousToLoopback && isLoopback);
        if (taken.isAllowed) return;
        await brake.hold(network);
        throw new AppError('common.rate_limited', { params: { retry_after_seconds: taken.resetSeconds } });
      });
      for (const vendor of vendors)
        scope.post(callbackPath(vendor.name), async ({ body }, reply) => {
          const reference = Buffer.isBuffer(body) ? vendor.readCallback(body) : undefined;
          const check = reference && (await store.findByVendorRef(reference));
          if (!check) throw new AppError('common.forbidden');
          await settle.look(check);
          return reply.send({});
        });
      done();
    });
  };
