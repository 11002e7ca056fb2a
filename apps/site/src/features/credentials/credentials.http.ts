import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers, RateLimiter } from '../../platform/http/index.ts';
import type { Account } from '../identity/index.ts';
import type { LoginSessions, SessionsFeature, SiteCaller } from '../sessions/index.ts';
import type { LinkStore } from './link-store.ts';
import type { makeChangePassword, makeResetPassword } from './set-password.ts';
import type { makeChangeEmail } from './email-changes.ts';

interface Deps {
  /** Requires some work from callers who ask suspiciously often, whether the account exists or not. */
  readonly guardForgotten: SessionsFeature['guardForgotten'];
  readonly forgot: (login: string) => Promise<void>;
  readonly resetPassword: ReturnType<typeof makeResetPassword>;
  readonly changePassword: ReturnType<typeof makeChangePassword>;
  readonly confirmEmail: (token: string) => Promise<Account>;
  readonly keepEmail: (token: string) => Promise<Account>;
  readonly changeEmail: ReturnType<typeof makeChangeEmail>;
  readonly askToConfirm: (accountId: AccountId, email: string) => Promise<void>;
  /** Seconds until another confirmation may be sent. */
  readonly resendWait: (accountId: AccountId) => Promise<number>;
  readonly links: Pick<LinkStore, 'findPendingEmail'>;
  readonly logins: Pick<LoginSessions, 'greet'>;
  readonly rateLimiter: RateLimiter;
  readonly isGenerousToLoopback: boolean;
  readonly clock: Clock;
}

export function makeCredentialsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['credentials'], SiteCaller> {
  return {
    async forgotPassword({ body }, { caller }) {
      await deps.guardForgotten(caller, body.login, body.captcha);
      await deps.forgot(body.login);
      return { status: 1, message: 'If the account exists, a mail is on its way.' };
    },
    async resetPassword({ body }) {
      await deps.resetPassword(body.token, body.password);
      return { status: 1 };
    },
    async confirmEmail({ body }) {
      const { username } = await deps.confirmEmail(body.token);
      return { status: 1, username, free_tokens_released: 0 };
    },
    async keepEmail({ body }) {
      const { username } = await deps.keepEmail(body.token);
      return { status: 1, username };
    },
    async resendEmail(_input, { caller }) {
      const { id, email, emailConfirmed } = caller.account!;
      const to = (await deps.links.findPendingEmail(id)) ?? (emailConfirmed ? '' : email);
      // Nothing waits for confirmation, and the caller is not told that no mail comes.
      if (to === '' && !emailConfirmed) throw new AppError('identity.email_refused');
      if (to !== '') {
        const seconds = await deps.resendWait(id);
        if (seconds > 0)
          throw new AppError('common.rate_limited', { params: { retry_after_seconds: seconds } });
        await deps.askToConfirm(id, to);
      }
      return { status: 1, message: 'Verification email resent.' };
    },
    async getEmail(_input, { caller }) {
      const { id, email, emailConfirmed } = caller.account!;
      const seconds = await deps.resendWait(id);
      return {
        email: email || null,
        email_confirmed: emailConfirmed ? 1 : 0,
        pending_email: (await deps.links.findPendingEmail(id)) ?? null,
        resend_at: seconds > 0 ? toInstant(deps.clock.now() + seconds * 1_000) : null,
      };
    },
    async changeEmail({ body }, { caller }) {
      await deps.changeEmail(caller.account!, body.email);
      return { status: 1, pending_email: body.email };
    },
    async changePassword({ body }, context) {
      const { caller } = context;
      const account = caller.account!;
      // Guesses are counted together with those of +sudo: both ask for the same password.
      const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
      const { isAllowed, resetSeconds } = await deps.rateLimiter.take(
        'auth',
        `sudo:${account.id}`,
        isGenerous,
      );
      if (!isAllowed)
        throw new AppError('common.rate_limited', { params: { retry_after_seconds: resetSeconds } });
      await deps.changePassword(account, body, caller.sessionId as Uuid);
      return { status: 1, csrf: deps.logins.greet(context).csrf };
    },
  };
}
