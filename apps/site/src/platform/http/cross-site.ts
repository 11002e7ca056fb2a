import { createHmac } from 'node:crypto';
import { AppError } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import type { Caller } from './caller.ts';

/** The CSRF token of a session or guest cookie. */
export const csrfTokenOf = (secret: Uint8Array, cookie: string): string =>
  createHmac('sha256', secret).update(`csrf:${cookie}`).digest('base64url');

interface GuardedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** True when the header names an origin of ours. */
export function isOwnOrigin(origin: string, ownOrigins: ReadonlySet<string>): boolean {
  return ownOrigins.has(origin.toLowerCase());
}

/**
 * Refuses anything but a navigation from one of our pages, such as a picture, a frame or a link elsewhere; where
 * another site sends the browser, anything but a navigation. @throws common.cross_site
 */
export function guardNavigation(
  { headers }: GuardedRequest,
  { isFromElsewhere }: { readonly isFromElsewhere?: true },
): void {
  const isOwn = isFromElsewhere || headers['sec-fetch-site'] === 'same-origin';
  if (!isOwn || headers['sec-fetch-mode'] !== 'navigate') throw new AppError('common.cross_site');
}

/**
 * Refuses a state-changing request that did not come from a page of ours.
 * @throws common.cross_site, common.csrf
 */
export function guardRequest(
  request: GuardedRequest,
  caller: Caller,
  options: { readonly secret: Uint8Array; readonly ownOrigins: ReadonlySet<string> },
): void {
  const { origin } = request.headers;
  const isOwn =
    typeof origin === 'string'
      ? isOwnOrigin(origin, options.ownOrigins)
      : request.headers['sec-fetch-site'] === 'same-origin';
  if (!isOwn) throw new AppError('common.cross_site');
  const given = request.headers['x-csrf-token'];
  if (!caller.cookie || typeof given !== 'string') throw new AppError('common.csrf');
  if (!isSameSecret(given, csrfTokenOf(options.secret, caller.cookie))) throw new AppError('common.csrf');
}
