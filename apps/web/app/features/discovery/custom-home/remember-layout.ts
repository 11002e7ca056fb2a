import { readCookie, writeCookie } from '#app/shared/cookie.ts';
import { meStore } from '#app/shared/me/me-store.ts';

/**
 * Refreshes the cookie by which the server renders the member's home layout, on whatever page it was chosen; the result
 * stops it.
 */
export function rememberHomeLayout(): () => void {
  const remember = () => {
    const me = meStore.get();
    if (me.kind !== 'member') return;
    const isCustom = me.current.settings.home_layout === 'custom';
    if (isCustom === (readCookie(document.cookie, 'home') === 'custom')) return;
    if (isCustom) writeCookie('home', 'custom');
    else writeCookie('home', '', 0);
  };
  remember();
  return meStore.subscribe(remember);
}
