import { safeReturnTo } from '../../shared/navigation/return-to.ts';

const KEY = 'klieg.age-way-back';

/** Remembers the page on which somebody goes to a vendor. */
export function rememberWayBack(): void {
  try {
    sessionStorage.setItem(KEY, `${location.pathname}${location.search}`);
  } catch {
    // Without storage the way goes on at the beginning.
  }
}

/** Where somebody goes on whose age is checked: the remembered page, which is forgotten, or the first one. */
export function takeWayBack(): string {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith('/verify-age') ? '/' : safeReturnTo(path);
  } catch {
    return '/';
  }
}
