import { safeReturnTo } from '../../shared/navigation/return-to.ts';

const KEY = 'klieg.age-way-back';

/** Remembers the page from which somebody goes to a vendor. */
export function rememberWayBack(): void {
  try {
    sessionStorage.setItem(KEY, `${location.pathname}${location.search}`);
  } catch {
    // Without storage they continue on the home page.
  }
}

/** Where somebody continues after an age check: the remembered page, which is forgotten, or the home page. */
export function takeWayBack(): string {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith('/verify-age') ? '/' : safeReturnTo(path);
  } catch {
    return '/';
  }
}
