import type { RequestSite } from '../brand/index.ts';
import { type SiteCaller, unknownBrowser } from '../sessions/index.ts';

/** A visitor as everybody's pages see them: no account, no cookie, only the place and the site. */
export const asAnonymous = (caller: SiteCaller, site: RequestSite): SiteCaller => ({
  ...caller,
  // In the language of the page, never in that of the account that requested it first.
  site,
  locale: site.locale,
  key: 'x',
  // A page that many get must not depend on who asked for it first.
  address: '',
  network: '',
  isLoggedIn: false,
  isSuspended: false,
  cookie: undefined,
  account: null,
  browser: unknownBrowser,
  guestId: null,
  guestName: '',
  sessionId: '',
  sessionHash: null,
  sudoUntil: 0,
});
