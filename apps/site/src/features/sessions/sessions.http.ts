import { type callsByFeature, PROTOCOL_VERSION } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Handlers, RateLimiter } from '../../platform/http/index.ts';
import { type AccountStore, checkPassword, isSuspended } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import type { LoginSessions } from './login-session.ts';
import { NODE_TOKEN_MS, type NodeTokenStore } from './node-token-store.ts';
import { type SessionStore, SUDO_SECONDS } from './session-store.ts';
import type { SessionEnded } from './session-events.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly logins: LoginSessions;
  readonly sessions: Pick<SessionStore, 'openSudo'>;
  readonly nodeTokens: NodeTokenStore;
  readonly rateLimiter: RateLimiter;
  readonly isGenerousToLoopback: boolean;
  readonly announce: (ended: SessionEnded) => void;
  readonly clock: Clock;
}

export function makeSessionsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['sessions'], SiteCaller> {
  return {
    async login({ body }, context) {
      const { caller } = context;
      const tried = `login:${body.login.toLowerCase()}`;
      const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
      const { isAllowed } = await deps.rateLimiter.take('auth', tried, isGenerous);
      if (!isAllowed) throw new AppError('identity.locked', { params: { retry_after_seconds: 60 } });
      const found = await deps.accounts.findLogin(body.login);
      const isRight = await checkPassword(found?.passwordHash, body.password);
      if (!found || !isRight) throw new AppError('identity.bad_credentials');
      await deps.accounts.recordLogin(found.account.id, caller.country);
      const csrf = await deps.logins.open(found.account, context, body.remember);
      return {
        status: 1,
        two_factor: null,
        user: { id: found.account.id, username: found.account.username },
        csrf,
        suspended: isSuspended(found.account, deps.clock.now()),
      };
    },
    async logout(_input, context) {
      const { caller } = context;
      if (!caller.isLoggedIn) return { status: 1, redirect: null, csrf: deps.logins.greet(context).csrf };
      const csrf = await deps.logins.close(context);
      deps.announce({ sessionId: caller.sessionId, reason: 'logout' });
      return { status: 1, redirect: null, csrf };
    },
    async sudo({ body }, { caller }) {
      const account = caller.account!;
      const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
      const { isAllowed } = await deps.rateLimiter.take('auth', `sudo:${account.id}`, isGenerous);
      if (!isAllowed) throw new AppError('common.rate_limited');
      const found = await deps.accounts.findLogin(account.username);
      if (!(await checkPassword(found?.passwordHash, body.password)))
        throw new AppError('identity.bad_credentials');
      const until = await deps.sessions.openSudo(caller.sessionHash!, SUDO_SECONDS);
      return { status: 1, sudo_until: toInstant(until) };
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
