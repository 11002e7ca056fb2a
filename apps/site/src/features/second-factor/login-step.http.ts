import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import { type AccountStore, type IdentityCaller, isSuspended } from '../identity/index.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondStep } from './second-step.ts';
import type { SessionUses } from './session-uses.ts';

type Calls = (typeof callsByFeature)['second-factor'];
type LoginCalls = Pick<Calls, 'passSecondStep' | 'beginPasskey' | 'logInByPasskey'>;

/** The calls of people who are not logged in yet. */
export function makeLoginStepHandlers<C extends IdentityCaller>(
  deps: Pick<SessionUses<C>, 'openSession' | 'isKnownBrowser'> & {
    readonly accounts: Pick<AccountStore, 'findById' | 'findLogins' | 'recordLogin'>;
    readonly secondStep: SecondStep;
    readonly passkeys: Passkeys;
    readonly clock: Clock;
  },
): Handlers<LoginCalls, C> {
  /** An account that may log in; undefined for one that is gone or shut. */
  const find = async (id: AccountId) => {
    const account = await deps.accounts.findById(id);
    return account && (await deps.accounts.findLogins(account.username))[0]?.account;
  };
  const complete = async (id: AccountId, context: CallContext<C>, remember: boolean, provenHash?: string) => {
    const account = await find(id);
    if (!account) throw new AppError('identity.challenge_expired');
    const csrf = await deps.openSession(account, context, remember, provenHash);
    await deps.accounts.recordLogin(account.id, context.caller.country);
    return {
      status: 1 as const,
      two_factor: null,
      user: { id: account.id, username: account.username },
      csrf,
      suspended: isSuspended(account, deps.clock.now()),
    };
  };
  return {
    async passSecondStep({ body }, context) {
      const { caller } = context;
      const login = await deps.secondStep.pass(body.challenge_id as Uuid, body.method, body, {
        visitor: caller.key,
        isKnown: (accountId) => deps.isKnownBrowser(caller, accountId),
      });
      return complete(login.accountId, context, login.remember, login.passwordHash).catch(
        (error: unknown) => {
          // The password has become another one between both steps.
          if (error instanceof AppError && error.code === 'identity.bad_credentials')
            throw new AppError('identity.challenge_expired');
          throw error;
        },
      );
    },
    beginPasskey: (_input, { caller }) => deps.passkeys.ask(caller.key),
    async logInByPasskey({ body }, context) {
      const id = await deps.passkeys.accountOf(body, context.caller.key);
      if (id === undefined) throw new AppError('identity.passkey_failed');
      return complete(id, context, body.remember);
    },
  };
}
