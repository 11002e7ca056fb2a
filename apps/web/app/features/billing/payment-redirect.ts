import { readCookie, writeCookie } from '../../shared/cookie.ts';
import { safeReturnTo } from '../../shared/navigation/return-to.ts';

/*
 * Billers send a browser back to /account/tokens, whatever page the person bought on. This cookie keeps that page
 * while the browser is away; it is of the whole site, since it is written on one page and read on another.
 */

const COOKIE = 'payment_redirect';
/** Whoever comes back later than this stays on the page of tokens. */
const KEPT_SECONDS = 60 * 60;

/** Keeps the page on which a purchase begins, before the browser goes to the biller. */
export function rememberPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  writeCookie(COOKIE, pathname + search, KEPT_SECONDS);
}

/** The page to go back to, once; undefined where none is kept. */
export function takeRememberedPage(): string | undefined {
  const kept = readCookie(document.cookie, COOKIE);
  if (kept === undefined) return undefined;
  writeCookie(COOKIE, '', 0);
  const page = safeReturnTo(kept);
  return page === kept ? page : undefined;
}
