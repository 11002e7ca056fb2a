import { type Locale, locale as localeType } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { type Account, isSuspended } from '../identity/index.ts';
import type { Place, SiteCaller } from './caller.ts';
import { guestNameOf, readGuestCookie } from './guest-cookie.ts';
import type { SessionStore } from './session-store.ts';

/** The parts of a request that say who asks. */
export interface AskingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the visitor as the configured hops tell it. */
  readonly ip: string;
}

export interface CookieNames {
  readonly session: string;
  readonly guest: string;
}

/** `__Host-` binds a cookie to this host and https; plain http on localhost cannot have it. */
export const cookieNames = (isSecure: boolean): CookieNames =>
  isSecure ? { session: '__Host-session', guest: '__Host-guest' } : { session: 'session', guest: 'guest' };

export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
};

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** The language of the page that asks, else the one of the account's settings. */
const localeOf = (request: AskingRequest, account: Account | null): Locale => {
  const shown = readCookie(request.headers.cookie as string | undefined, 'locale');
  return localeType.safeParse(shown).data ?? account?.settings.locale ?? 'en';
};

/** Turns a request into the one who asks: account, guest, or nobody yet. */
export function makeResolveCaller(deps: {
  readonly sessions: SessionStore;
  readonly secret: Uint8Array;
  readonly names: CookieNames;
  readonly placeOf: (request: AskingRequest) => Place;
  readonly clock: Clock;
}): (request: AskingRequest) => Promise<SiteCaller> {
  return async (request) => {
    const cookies = request.headers.cookie as string | undefined;
    const base = {
      address: request.ip,
      isLoopback: LOOPBACK.test(request.ip),
      ...deps.placeOf(request),
    };
    const token = readCookie(cookies, deps.names.session);
    const session = token ? await deps.sessions.find(token) : undefined;
    if (session) {
      const { account } = session;
      return {
        ...base,
        locale: localeOf(request, account),
        key: `a${account.id}`,
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
    const guest = readCookie(cookies, deps.names.guest);
    const guestId = guest ? (readGuestCookie(deps.secret, guest) ?? null) : null;
    return {
      ...base,
      locale: localeOf(request, null),
      key: guestId ? `g${guestId}` : `x${request.ip}`,
      isLoggedIn: false,
      isSuspended: false,
      cookie: guestId ? guest : undefined,
      account: null,
      guestId,
      guestName: guestId ? guestNameOf(guestId) : '',
      sessionId: guestId ? `g${guestId}` : '',
      sessionHash: null,
      sudoUntil: 0,
    };
  };
}
