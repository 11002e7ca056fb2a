import type { RateLimiter } from '../../platform/http/index.ts';
import { type Chore, type Kit, MINUTE_MS } from '../../platform/kit.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeSudoCondition } from './conditions.ts';
import { makeLoginSessions } from './login-session.ts';
import { makeNodeTokenStore } from './node-token-store.ts';
import { cookieNames, makeResolveCaller } from './resolve-caller.ts';
import { announceSessionEnded } from './session-events.ts';
import { makeSessionStore } from './session-store.ts';
import { makeSessionsHandlers } from './sessions.http.ts';
import { makePlaceOf } from './visitor-place.ts';

export type SessionsFeature = ReturnType<typeof composeSessions>;

/** Who asks: cookies of logins and guests, keys of sockets, and the end of all of them. */
export function composeSessions(
  kit: Pick<Kit, 'database' | 'bus' | 'clock' | 'secretOf'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly sites: Sites;
    /** A proxy in front is trusted, and says where visitors are. */
    readonly isBehindProxy: boolean;
    readonly rateLimiter: RateLimiter;
    /** Cookies are bound to https. */
    readonly isSecure: boolean;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { bus, clock } = kit;
  const { accounts } = uses.identity;
  const secret = kit.secretOf('guest');
  const names = cookieNames(uses.isSecure);
  const placeOf = makePlaceOf(uses.isBehindProxy);
  const sessions = makeSessionStore(kit.database);
  const nodeTokens = makeNodeTokenStore(kit.database);
  const logins = makeLoginSessions({ sessions, secret, csrfSecret: kit.secretOf('csrf'), names });
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
    conditions: makeSudoCondition(clock),
    placeOf,
    resolveCaller: makeResolveCaller({ sessions, secret, names, placeOf, siteOf: uses.sites.siteOf, clock }),
    handlers: makeSessionsHandlers({
      accounts,
      logins,
      sessions,
      nodeTokens,
      rateLimiter: uses.rateLimiter,
      isGenerousToLoopback: uses.isGenerousToLoopback,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
    chores,
  };
}
