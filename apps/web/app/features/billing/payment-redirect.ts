import { readCookie, writeCookie } from '../../shared/cookie.ts';
import { safeReturnTo } from '../../shared/navigation/return-to.ts';

/*
 * Billers send a browser back to /account/tokens, whatever page the person bought on. This cookie keeps that page
 * while the browser is away; it is of the whole site, since it is written on one page and read on another. The order
 * is kept beside it by the tab alone: not every biller names it when it sends the browser back.
 */

const COOKIE = 'payment_redirect';
const ORDER_KEY = 'klieg.payment-order';
/** Whoever comes back later than this stays on the page of tokens. */
const KEPT_SECONDS = 60 * 60;

/** Keeps the page on which a purchase begins and its order, before the browser goes to the biller. */
export function rememberPage(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  orderId?: string,
): void {
  const query = new URLSearchParams(search);
  // The purchase itself is not opened again.
  query.delete('modal');
  writeCookie(COOKIE, pathname + (query.size > 0 ? `?${query}` : ''), KEPT_SECONDS);
  try {
    if (orderId !== undefined) sessionStorage.setItem(ORDER_KEY, orderId);
  } catch {
    // Private windows refuse storage; the order is then told by its news alone.
  }
}

/** The page to go back to, once; undefined where none is kept. */
export function takeRememberedPage(): string | undefined {
  const kept = readCookie(document.cookie, COOKIE);
  if (kept === undefined) return undefined;
  writeCookie(COOKIE, '', 0);
  const page = safeReturnTo(kept);
  return page === kept ? page : undefined;
}

/** The order with which this tab went to a biller, once; undefined where it went with none. */
export function takeRememberedOrder(): string | undefined {
  try {
    const kept = sessionStorage.getItem(ORDER_KEY) ?? undefined;
    sessionStorage.removeItem(ORDER_KEY);
    return kept;
  } catch {
    return undefined;
  }
}
