import type { Clock } from '@klieg/kernel';
import { CONSENT_COOKIE } from '@klieg/contract/features/tracking/limits';
import { readCookie } from '../../platform/http/index.ts';
import type { VisitorOf, VisitorRequest } from '../../platform/visitors/index.ts';
import type { SiteHeaders, Sites } from '../brand/index.ts';
import { accountKey, guestKey, isSuspended } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import { guestNameOf, readGuestCookie } from './guest-cookie.ts';
import type { SessionStore } from './session-store.ts';

/** The parts of a request that identify the caller. */
export interface AskingRequest extends VisitorRequest {
  readonly headers: VisitorRequest['headers'] & SiteHeaders;
}

export interface CookieNames {
  readonly session: string;
  readonly guest: string;
  /** Which accounts this browser has logged in to before. */
  readonly known: string;
}

/** `__Host-` binds a cookie to this host and https; plain http on localhost cannot have it. */
export const cookieNames = (isSecure: boolean): CookieNames =>
  isSecure
    ? { session: '__Host-session', guest: '__Host-guest', known: '__Host-known' }
    : { session: 'session', guest: 'guest', known: 'known' };

const USER_AGENT_MAX = 300;

/** Turns a request into its caller: account, guest, or nobody yet. */
export function makeResolveCaller(deps: {
  readonly sessions: SessionStore;
  readonly secret: Uint8Array;
  readonly names: CookieNames;
  readonly visitorOf: VisitorOf;
  readonly siteOf: Sites['siteOf'];
  readonly clock: Clock;
}): (request: AskingRequest) => Promise<SiteCaller> {
  return async (request) => {
    const cookies = request.headers.cookie;
    const base = {
      ...deps.visitorOf(request),
      browser: {
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
        knownDevice: readCookie(cookies, deps.names.known),
        consent: readCookie(cookies, CONSENT_COOKIE),
      },
    };
    const token = readCookie(cookies, deps.names.session);
    const session = token ? await deps.sessions.find(token) : undefined;
    if (session) {
      const { account } = session;
      const site = deps.siteOf(request.headers, account.settings.locale);
      return {
        ...base,
        site,
        locale: site.locale,
        key: accountKey(account.id),
        isLoggedIn: true,
        isSuspended: isSuspended(account, deps.clock.now()),
        cookie: token,
        account,
        guestId: null,
        guestName: '',
        sessionId: session.id,
        sessionHash: session.hash,
        sudoUntil: session.sudoUntil,
      };
    }
    const site = deps.siteOf(request.headers);
    const guest = readCookie(cookies, deps.names.guest);
    const guestId = guest ? (readGuestCookie(deps.secret, guest) ?? null) : null;
    return {
      ...base,
      site,
      locale: site.locale,
      key: guestId ? guestKey(guestId) : `x${base.network}`,
      isLoggedIn: false,
      isSuspended: false,
      cookie: guestId ? guest : undefined,
      account: null,
      guestId,
      guestName: guestId ? guestNameOf(guestId) : '',
      sessionId: guestId ? guestKey(guestId) : '',
      sessionHash: null,
      sudoUntil: 0,
    };
  };
}
