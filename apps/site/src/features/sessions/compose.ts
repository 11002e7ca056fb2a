import type { RateLimiter, RateStore } from '../../platform/http/index.ts';
import { type Chore, type Kit, MINUTE_MS } from '../../platform/kit.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { VisitorBrowser } from './caller.ts';
import { makeSudoCondition } from './conditions.ts';
import { accountsOfDevice, knownDeviceOf } from './known-device.ts';
import { makeLoginSessions } from './login-session.ts';
import { makeCountLoginTry } from './login-tries.ts';
import { makeNodeTokenStore } from './node-token-store.ts';
import { cookieNames, makeResolveCaller } from './resolve-caller.ts';
import { announceSessionEnded } from './session-events.ts';
import { makeSessionStore } from './session-store.ts';
import { makeSessionsHandlers } from './sessions.http.ts';

export type SessionsFeature = ReturnType<typeof composeSessions>;

/** Who asks: cookies of logins and guests, keys of sockets, and the end of all of them. */
export function composeSessions(
  kit: Pick<Kit, 'database' | 'bus' | 'clock' | 'secretOf'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly sites: Sites;
    readonly visitorOf: VisitorOf;
    readonly rateLimiter: RateLimiter;
    readonly rates: RateStore;
    /** Cookies are bound to https. */
    readonly isSecure: boolean;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { bus, clock } = kit;
  const { accounts } = uses.identity;
  const secret = kit.secretOf('guest');
  const names = cookieNames(uses.isSecure);
  const sessions = makeSessionStore(kit.database);
  const nodeTokens = makeNodeTokenStore(kit.database);
  const knownSecret = kit.secretOf('known-devices');
  const logins = makeLoginSessions({
    sessions,
    secret,
    csrfSecret: kit.secretOf('csrf'),
    names,
    knownSecret,
    clock,
  });
  const endExpired = async () => {
    for (const sessionId of await sessions.endExpired())
      announceSessionEnded(bus, { sessionId, reason: 'expired' });
  };
  const chores: readonly Chore[] = [
    { failure: 'expired logins could not be ended', everyMs: MINUTE_MS, on: 'one', run: endExpired },
    { failure: 'old keys could not be dropped', everyMs: MINUTE_MS, on: 'one', run: nodeTokens.prune },
  ];
  return {
    sessions,
    nodeTokens,
    logins,
    /** Accounts to which somebody's browser has logged in before. */
    accountsOfBrowser: ({ knownDevice }: VisitorBrowser) =>
      accountsOfDevice(knownSecret, knownDevice, clock.now()),
    conditions: makeSudoCondition(clock),
    resolveCaller: makeResolveCaller({
      sessions,
      secret,
      names,
      visitorOf: uses.visitorOf,
      siteOf: uses.sites.siteOf,
      clock,
    }),
    handlers: makeSessionsHandlers({
      accounts,
      logins,
      sessions,
      nodeTokens,
      rateLimiter: uses.rateLimiter,
      countLoginTry: makeCountLoginTry({ rates: uses.rates, now: () => clock.now() }),
      knownDeviceOf: ({ browser }, accountIds) =>
        knownDeviceOf(knownSecret, browser.knownDevice, accountIds, clock.now()),
      isGenerousToLoopback: uses.isGenerousToLoopback,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
    chores,
  };
}
