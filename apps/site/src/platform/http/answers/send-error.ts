import { AppError, type Log } from '@klieg/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './error-answer.ts';

/**
 * Something is broken, and the operator has to know. Unimplemented calls and switched-off payment methods are no
 * faults: strangers may request both at any rate.
 */
const isFault = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  error.cause !== undefined ||
  error.internal !== undefined ||
  error.code === 'common.unavailable' ||
  error.code === 'common.internal';

/** Answers any failure of a call in the one shape; bugs are logged with their cause. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { readonly log: Log },
): void {
  const { httpStatus, body } = answerError(error, request.id);
  if (httpStatus >= 500 && isFault(error))
    options.log.error({ err: error, requestId: request.id, url: request.url.split('?')[0] }, 'call failed');
  const retryAfter = body.params['retry_after_seconds'] ?? (httpStatus === 503 ? 2 : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply
    .status(httpStatus)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(JSON.stringify(body));
}
