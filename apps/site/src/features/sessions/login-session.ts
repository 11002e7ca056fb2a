import { AppError, type Clock, randomToken } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import { type CallContext, csrfTokenOf } from '../../platform/http/index.ts';
import type { Outbox } from '../../platform/events/index.ts';
import { type Account, guestKey } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import { guestCookieOf, guestNameOf, newGuestId } from './guest-cookie.ts';
import { accountsOfDevice, KNOWN_DAYS, rememberDevice } from './known-device.ts';
import { newDevice } from './new-device.ts';
import { readUserAgent } from './read-user-agent.ts';
import type { CookieNames } from './resolve-caller.ts';
import type { SessionStore } from './session-store.ts';

const REMEMBERED_SECONDS = 30 * 24 * 3_600;
const SHORT_SECONDS = 24 * 3_600;
const GUEST_SECONDS = 365 * 24 * 3_600;
/** The browser in which an account is made is not a new one. */
const JUST_MADE_MS = 10 * 60_000;

/** Cookies of logins and guests. */
export interface LoginSessions {
  /**
   * Opens a new session (never an existing one, so a planted cookie gains nothing); answers its CSRF token.
   * @param provenHash the password hash that was checked: a password that changed meanwhile opens nothing
   * @throws identity.bad_credentials
   */
  open(
    account: Account,
    context: CallContext<SiteCaller>,
    remember: boolean,
    provenHash?: string,
  ): Promise<string>;
  /**
   * Changes the login to another account without a new proof: what needs one stays closed, and the previous session is
   * over. Returns the CSRF token, as `open`.
   * @throws identity.bad_credentials where the password is no longer that of `provenHash`
   */
  change(account: Account, context: CallContext<SiteCaller>, provenHash: string): Promise<string>;
  /** Clears the login and gives a fresh guest; answers its CSRF token. */
  close(context: CallContext<SiteCaller>): Promise<string>;
  /** Makes sure that the caller has a cookie. */
  greet(context: CallContext<SiteCaller>): { readonly csrf: string; readonly caller: SiteCaller };
}

export function makeLoginSessions(deps: {
  readonly sessions: SessionStore;
  readonly secret: Uint8Array;
  readonly csrfSecret: Uint8Array;
  readonly names: CookieNames;
  readonly knownSecret: Uint8Array;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  readonly clock: Clock;
}): LoginSessions {
  /** The owner is told about a browser's first log-in. */
  const tellerOf = (account: Account, { browser, country }: SiteCaller) => {
    const now = deps.clock.now();
    const isKnown = accountsOfDevice(deps.knownSecret, browser.knownDevice, now).includes(account.id);
    if (isKnown || now - account.createdAt.getTime() < JUST_MADE_MS) return undefined;
    return (within: Transaction) =>
      deps.outbox.add(within, newDevice, {
        accountId: account.id,
        ...readUserAgent(browser.userAgent),
        country,
      });
  };

  const newGuest = (context: CallContext<SiteCaller>) => {
    const id = newGuestId();
    const value = guestCookieOf(deps.secret, id);
    context.setCookie({ name: deps.names.guest, value, maxAgeSeconds: GUEST_SECONDS });
    return { id, value };
  };

  const open = async (
    account: Account,
    context: CallContext<SiteCaller>,
    how: { readonly remember: boolean; readonly provenHash?: string; readonly isWithoutSudo?: true },
  ): Promise<string> => {
    const { remember, provenHash, isWithoutSudo } = how;
    const { address, browser, country } = context.caller;
    const onOpened = tellerOf(account, context.caller);
    const token = randomToken(32);
    const seconds = remember ? REMEMBERED_SECONDS : SHORT_SECONDS;
    const opened = await deps.sessions.open({
      token,
      accountId: account.id,
      userAgent: browser.userAgent,
      address,
      country,
      seconds,
      ...(provenHash !== undefined && { whilePasswordIs: provenHash }),
      ...(isWithoutSudo && { isWithoutSudo }),
      ...(onOpened && { onOpened }),
    });
    if (opened === undefined) throw new AppError('identity.bad_credentials');
    if (onOpened) deps.outbox.nudge();
    context.setCookie({
      name: deps.names.known,
      value: rememberDevice(deps.knownSecret, browser.knownDevice, account.id, deps.clock.now()),
      maxAgeSeconds: KNOWN_DAYS * 24 * 3_600,
    });
    context.setCookie({
      name: deps.names.session,
      value: token,
      ...(remember && { maxAgeSeconds: seconds }),
    });
    return csrfTokenOf(deps.csrfSecret, token);
  };

  return {
    open: (account, context, remember, provenHash) =>
      open(account, context, { remember, ...(provenHash !== undefined && { provenHash }) }),
    async change(account, context, provenHash) {
      const csrf = await open(account, context, { remember: true, provenHash, isWithoutSudo: true });
      if (context.caller.sessionHash) await deps.sessions.end(context.caller.sessionHash);
      return csrf;
    },
    async close(context) {
      if (context.caller.sessionHash) await deps.sessions.end(context.caller.sessionHash);
      context.setCookie({ name: deps.names.session, value: undefined });
      return csrfTokenOf(deps.csrfSecret, newGuest(context).value);
    },
    greet(context) {
      const { caller } = context;
      if (caller.cookie) return { csrf: csrfTokenOf(deps.csrfSecret, caller.cookie), caller };
      const { id, value } = newGuest(context);
      return {
        csrf: csrfTokenOf(deps.csrfSecret, value),
        caller: {
          ...caller,
          key: guestKey(id),
          cookie: value,
          guestId: id,
          guestName: guestNameOf(id),
          sessionId: guestKey(id),
        },
      };
    },
  };
}
