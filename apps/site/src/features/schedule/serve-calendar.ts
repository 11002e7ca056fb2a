import { AppError } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../../platform/http/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';

/** The calendar of an address, as a file; undefined where there is none for this caller. */
export type FindCalendar = (
  username: string,
  only: { readonly streamId: string; readonly date: string } | undefined,
  request: FastifyRequest,
) => Promise<string | undefined>;

interface Uses {
  readonly find: FindCalendar;
  readonly rateLimiter: RateLimiter;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
}

const ADDRESS = /^([a-z0-9_]{3,20})\.ics$/u;
/** How often programs reload at most. */
const FRESH_SECONDS = 300;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * GET /schedule/{username}.ics: what a performer has announced for the next year, for calendars that ask again by
 * themselves; with `stream` and `date` one date as a file. 404 also for a room that keeps the caller out.
 * @throws common.rate_limited
 */
export const serveCalendar =
  ({ find, rateLimiter, visitorOf, isGenerousToLoopback }: Uses) =>
  (app: FastifyInstance): void => {
    app.get<{ Params: { file: string }; Querystring: { stream?: unknown; date?: unknown } }>(
      '/schedule/:file',
      async (request, reply) => {
        const { network, isLoopback } = visitorOf(request);
        const decision = await rateLimiter.take('read', network, isGenerousToLoopback && isLoopback);
        if (!decision.isAllowed)
          throw new AppError('common.rate_limited', {
            params: { retry_after_seconds: decision.resetSeconds },
          });
        const username = ADDRESS.exec(request.params.file)?.[1];
        const [streamId, date] = [textOf(request.query.stream), textOf(request.query.date)];
        const isOne = request.query.stream !== undefined || request.query.date !== undefined;
        const only = streamId !== undefined && date !== undefined ? { streamId, date } : undefined;
        const file =
          username === undefined || (isOne && !only) ? undefined : await find(username, only, request);
        if (file === undefined) return reply.status(404).header('cache-control', 'no-store').send();
        const name = only ? `${username}-${date}.ics` : `${username}.ics`;
        return reply
          .header('cache-control', `private, max-age=${FRESH_SECONDS}`)
          .header('content-disposition', `${only ? 'attachment' : 'inline'}; filename="${name}"`)
          .type('text/calendar; charset=utf-8')
          .send(file);
      },
    );
  };
