import type { FastifyRequest } from 'fastify';
import { readCookie } from '../../platform/http/index.ts';
import type { Place } from '../sessions/index.ts';

/** First segments of pages that belong to one person; everything else is the same for everyone. */
const PERSONAL = new Set([
  'login',
  'register',
  'account',
  'broadcast',
  'followed',
  'inbox',
  'reset',
  'confirm',
  'dev',
  'overlay',
]);

/**
 * What a shared page depends on: host, address, language, theme, section cookie, country and state. A page that is
 * somebody's own has no key.
 */
export function cacheKeyOf(request: FastifyRequest, { country, state }: Place): string | undefined {
  const path = request.url.split('?')[0]!;
  const first = path.split('/')[1]?.replace(/\.data$/, '') ?? '';
  if (PERSONAL.has(first)) return undefined;
  const cookies = request.headers.cookie;
  return [
    request.headers.host,
    request.url,
    readCookie(cookies, 'locale') ?? request.headers['accept-language']?.slice(0, 40),
    readCookie(cookies, 'theme'),
    readCookie(cookies, 'gender'),
    country,
    state,
  ].join(' ');
}
