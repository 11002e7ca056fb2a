import type { Bus } from '@klieg/contract/bus';
import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { RateLimiter, RateStore } from '../../platform/http/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { Sites } from '../brand/index.ts';
import type { CaptchaFeature } from '../captcha/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { PartnersFeature } from '../partners/index.ts';
import type { SecondFactorFeature } from '../second-factor/index.ts';
import type { SiteCaller, VisitorBrowser } from './caller.ts';
import { makeCheckLogin } from './check-login.ts';
import { makeSudoCondition } from './conditions.ts';
import { accountsOfDevice, knownDeviceOf } from './known-device.ts';
import { makeLoginSessions } from './login-session.ts';
import { makeGuardCallers } from './guard-callers.ts';
import { makeGuardStrangers, STRANGER_LIMITS } from './guard-strangers.ts';
import { makeCountLoginTry } from './login-tries.ts';
import { makeNodeTokenStore, type NodeTokenStore } from './node-token-store.ts';
import { makeEndings } from './end-others.ts';
import { makeProveAgain } from './prove-again.ts';
import { cookieNames, makeResolveCaller } from './resolve-caller.ts';
import { announceSessionEnded, type SessionEnded } from './session-events.ts';
import { makeSessionStore, type SessionStore } from './session-store.ts';
import { makeSessionsHandlers } from './sessions.http.ts';

export type SessionsFeature = ReturnType<typeof composeSessions>;

/** What expires: logins, and keys of sockets. */
function choresOf(sessions: SessionStore, nodeTokens: NodeTokenStore, bus: Bus): readonly Chore[] {
  const endExpired = async () => {
    for (const sessionId of await sessions.endExpired())
      announceSessionEnded(bus, { sessionId, reason: 'expired' });
  };
  return [
    { failure: 'expired logins could not be ended', everyMs: MINUTE_MS, on: 'one', run: endExpired },
    { failure: 'old keys could not be dropped', everyMs: MINUTE_MS, on: 'one', run: nodeTokens.prune },
  ];
}

interface Uses {
  readonly captcha: CaptchaFeature;
  readonly identity: IdentityFeature;
  readonly secondFactor: SecondFactorFeature;
  readonly partners: Pick<PartnersFeature, 'homeOf'>;
  readonly sites: Sites;
  readonly visitorOf: VisitorOf;
  readonly rateLimiter: RateLimiter;
  readonly rates: RateStore;
  /** Cookies are bound to https. */
  readonly isSecure: boolean;
  readonly isGenerousToLoopback: boolean;
}

/** Who is calling: cookies of logins and guests, keys of sockets, and the end of all of them. */
export function composeSessions(
  kit: Pick<Kit, 'database' | 'bus' | 'clock' | 'outbox' | 'secretOf'>,
  uses: Uses,
) {
  const { bus, clock } = kit;
  const { accounts } = uses.identity;
  const names = cookieNames(uses.isSecure);
  const sessions = makeSessionStore(kit.database);
  const nodeTokens = makeNodeTokenStore(kit.database);
  const knownSecret = kit.secretOf('known-devices');
  const logins = makeLoginSessions({
    sessions,
    secret: kit.secretOf('guest'),
    csrfSecret: kit.secretOf('csrf'),
    names,
    knownSecret,
    ...kit,
  });
  const knownDeviceIn = ({ browser }: SiteCaller, accountIds: readonly AccountId[]) =>
    knownDeviceOf(knownSecret, browser.knownDevice, accountIds, clock.now());
  const { secondStep, sudoMethodsOf } = uses.secondFactor;
  const now = () => clock.now();
  const guardStrangers = makeGuardStrangers(uses.captcha.askForWorkBeyond(STRANGER_LIMITS));
  const checkLogin = makeCheckLogin({
    accounts,
    countLoginTry: makeCountLoginTry({ rates: uses.rates, now }),
    guardStrangers,
    knownDeviceOf: knownDeviceIn,
    isGenerousToLoopback: uses.isGenerousToLoopback,
  });
  const announce = (ended: SessionEnded) => announceSessionEnded(bus, ended);
  return {
    sessions,
    checkLogin,
    ...makeGuardCallers(uses),
    ...makeEndings({ sessions, announce }),
    nodeTokens,
    logins,
    /** Accounts that somebody's browser has logged in to before. */
    accountsOfBrowser: ({ knownDevice }: VisitorBrowser) =>
      accountsOfDevice(knownSecret, knownDevice, clock.now()),
    conditions: makeSudoCondition(clock, sudoMethodsOf),
    resolveCaller: makeResolveCaller({
      sessions,
      secret: kit.secretOf('guest'),
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
      checkLogin,
      beginSecondStep: secondStep.begin,
      homeOf: uses.partners.homeOf,
      proveAgain: makeProveAgain({ accounts, secondStep, knownDeviceOf: knownDeviceIn }),
      isGenerousToLoopback: uses.isGenerousToLoopback,
      announce,
      clock,
    }),
    chores: choresOf(sessions, nodeTokens, bus),
  };
}
