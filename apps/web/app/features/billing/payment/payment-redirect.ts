import { readCookie, writeCookie } from '#app/shared/cookie.ts';
import { safeReturnTo } from '#app/shared/navigation/return-to.ts';

/*
 * Billers send a browser back to /account/tokens, whatever page the person bought on. This cookie keeps that page while
 * the browser is away; it covers the whole site, since it is written on one page and read on another. The order is kept
 * only by the tab: not every biller names it on return.
 */

const COOKIE = 'payment_redirect';
const ORDER_KEY = 'klieg.payment-order';
/** Somebody who returns later than this stays on the token page. */
const KEPT_SECONDS = 60 * 60;

/** Stores the page where a purchase begins and its order, before the browser goes to the biller. */
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
    // Private windows refuse storage; the order's result then only comes as news.
  }
}

/** The page to return to, once; undefined if none is stored. */
export function takeRememberedPage(): string | undefined {
  const kept = readCookie(document.cookie, COOKIE);
  if (kept === undefined) return undefined;
  writeCookie(COOKIE, '', 0);
  const page = safeReturnTo(kept);
  return page === kept ? page : undefined;
}

/** The order with which this tab went to a biller, once; undefined if there is none. */
export function takeRememberedOrder(): string | undefined {
  try {
    const kept = sessionStorage.getItem(ORDER_KEY) ?? undefined;
    sessionStorage.removeItem(ORDER_KEY);
    return kept;
  } catch {
    return undefined;
  }
}
