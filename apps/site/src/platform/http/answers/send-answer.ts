import type { Call } from '@klieg/contract';
import type { FastifyReply } from 'fastify';
import type { CookieChange } from '../caller.ts';
import { cookieText } from '../cookie-text.ts';
import type { StoredAnswer } from '../idempotency/index.ts';

interface SendOptions {
  readonly isSecure: boolean;
}

export function keepCookies(
  reply: FastifyReply,
  cookies: readonly CookieChange[],
  { isSecure }: { readonly isSecure: boolean },
): void {
  if (cookies.length === 0) return;
  void reply.header(
    'set-cookie',
    cookies.map((change) => cookieText(change, isSecure)),
  );
}

/** Sends the body of an answer, with the cookies that its call has set. */
export function send(
  reply: FastifyReply,
  httpStatus: number,
  body: string | Buffer,
  call: Call,
  cookies: readonly CookieChange[],
  options: SendOptions,
): void {
  keepCookies(reply, cookies, options);
  void reply
    .status(httpStatus)
    .header('content-type', reply.getHeader('content-type') ?? 'application/json; charset=utf-8')
    .header('cache-control', call.cacheSeconds ? `public, max-age=${call.cacheSeconds}` : 'private, no-store')
    .send(body);
}

/** Sends what was answered under a key before. */
export function replay(
  reply: FastifyReply,
  { httpStatus, body }: StoredAnswer,
  call: Call,
  cookies: readonly CookieChange[],
  options: SendOptions,
): void {
  void reply.header('idempotency-replayed', 'true');
  send(reply, httpStatus, body, call, cookies, options);
}
