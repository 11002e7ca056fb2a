import { type callsByFeature, PROTOCOL_VERSION } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers, RateLimiter } from '../../platform/http/index.ts';
import { type AccountStore, isSuspended } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import type { CheckLogin } from './check-login.ts';
import type { LoginSessions } from './login-session.ts';
import { NODE_TOKEN_MS, type NodeTokenStore } from './node-token-store.ts';
import { readUserAgent } from './read-user-agent.ts';
import { type OpenSession, type SessionStore, SUDO_SECONDS } from './session-store.ts';
import type { PartnersFeature } from '../partners/index.ts';
import type { SecondFactorFeature } from '../second-factor/index.ts';
import type { ProveAgain } from './prove-again.ts';
import type { SessionEnded } from './session-events.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly logins: LoginSessions;
  readonly sessions: Pick<SessionStore, 'openSudo' | 'list' | 'endOne' | 'endAll'>;
  readonly nodeTokens: NodeTokenStore;
  readonly rateLimiter: RateLimiter;
  readonly checkLogin: CheckLogin;
  readonly beginSecondStep: SecondFactorFeature['secondStep']['begin'];
  readonly proveAgain: ProveAgain;
  /** Where somebody goes after it whom a partner has brought. */
  readonly homeOf: PartnersFeature['homeOf'];
  readonly isGenerousToLoopback: boolean;
  readonly announce: (ended: SessionEnded) => void;
  readonly clock: Clock;
}

const presentSession = (session: OpenSession, currentId: string) => ({
  id: session.id,
  ...readUserAgent(session.userAgent),
  country_code: session.country,
  created_at: toInstant(session.createdAt),
  last_seen_at: toInstant(session.lastSeenAt),
  current: session.id === currentId,
});

export function makeSessionsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['sessions'], SiteCaller> {
  return {
    async login({ body }, context) {
      const { caller } = context;
      const { account, passwordHash } = await deps.checkLogin(body, caller);
      const step = await deps.beginSecondStep({
        accountId: account.id,
        passwordHash,
        visitor: caller.key,
        remember: body.remember,
      });
      if (step) {
        const { csrf } = deps.logins.greet(context);
        return { status: 1, two_factor: step, user: null, csrf, suspended: false };
      }
      const csrf = await deps.logins.open(account, context, body.remember, passwordHash);
      await deps.accounts.recordLogin(account.id, caller.country);
      return {
        status: 1,
        two_factor: null,
        user: { id: account.id, username: account.username },
        csrf,
        suspended: isSuspended(account, deps.clock.now()),
      };
    },
    async logout(_input, context) {
      const { caller } = context;
      if (!caller.isLoggedIn) return { status: 1, redirect: null, csrf: deps.logins.greet(context).csrf };
      const home = await deps.homeOf(caller.account!.id);
      const csrf = await deps.logins.close(context);
      deps.announce({ sessionId: caller.sessionId, reason: 'logout' });
      return { status: 1, redirect: home, csrf };
    },
    async sudo({ body }, { caller }) {
      const account = caller.account!;
      const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
      const { isAllowed } = await deps.rateLimiter.take('auth', `sudo:${account.id}`, isGenerous);
      if (!isAllowed) throw new AppError('common.rate_limited');
      await deps.proveAgain(caller, body);
      const until = await deps.sessions.openSudo(caller.sessionHash!, SUDO_SECONDS);
      return { status: 1, sudo_until: toInstant(until) };
    },
    async listSessions(_input, { caller }) {
      const open = await deps.sessions.list(caller.account!.id);
      const items = open.map((session) => presentSession(session, caller.sessionId));
      // The caller's own first, then the most recently seen.
      return { items: items.toSorted((a, b) => Number(b.current) - Number(a.current)) };
    },
    async revokeSession({ params }, { caller }) {
      const id = params.id as Uuid;
      if (!(await deps.sessions.endOne(caller.account!.id, id))) throw new AppError('common.not_found');
      deps.announce({ sessionId: id, reason: 'revoked' });
      return { status: 1 };
    },
    async revokeOtherSessions(_input, { caller }) {
      const ended = await deps.sessions.endAll(caller.account!.id, caller.sessionId as Uuid);
      for (const sessionId of ended) deps.announce({ sessionId, reason: 'revoked' });
      return { status: 1, revoked: ended.length };
    },
    async issueNodeToken(_input, context) {
      const { caller } = deps.logins.greet(context);
      return {
        node_token: await deps.nodeTokens.issue(caller, null),
        expires_at: toInstant(deps.clock.now() + NODE_TOKEN_MS),
        protocol_version: PROTOCOL_VERSION,
      };
    },
  };
}
