import { AppError } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { SecondFactorFeature } from '../second-factor/index.ts';
import type { SessionsFeature, SiteCaller } from '../sessions/index.ts';
import type { LinkedAccountStore } from './linked-account-store.ts';

export interface GivenAccount {
  readonly login: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** What proves that somebody has done work for it, where that was asked for. */
  readonly captcha?: string | undefined;
}

const sideOf = ({ id, settings }: Account) => ({ id, max: settings.max_linked_accounts });

/**
 * Links the caller's account with another of theirs, which agrees by its password and second step.
 * @throws identity.bad_credentials, identity.locked, identity.captcha_required, identity.captcha_failed,
 * identity.two_factor_failed, settings.not_allowed, settings.linked_limit, settings.linked_already, common.not_self
 */
export const makeLinkAccount =
  (deps: {
    readonly store: LinkedAccountStore;
    readonly sessions: Pick<SessionsFeature, 'checkLogin' | 'accountsOfBrowser'>;
    readonly secondFactor: Pick<SecondFactorFeature, 'secondStep' | 'isOn'>;
  }) =>
  async (caller: SiteCaller, { login, password, code, captcha }: GivenAccount): Promise<void> => {
    const own = caller.account!;
    const { account } = await deps.sessions.checkLogin({ login, password, captcha }, caller);
    if (account.id === own.id) throw new AppError('common.not_self');
    if (await deps.secondFactor.isOn(account.id)) {
      const by = {
        visitor: caller.key,
        isKnown: () => deps.sessions.accountsOfBrowser(caller.browser).includes(account.id),
      };
      if (!(await deps.secondFactor.secondStep.isProven(account.id, { code }, by)))
        throw new AppError('identity.two_factor_failed');
    }
    // Staff logs in themselves, each time.
    if ([own, account].some((side) => isStaff({ account: side }))) throw new AppError('settings.not_allowed');
    const outcome = await deps.store.link(sideOf(own), sideOf(account));
    if (outcome === 'limit') throw new AppError('settings.linked_limit');
    if (outcome === 'linked_already') throw new AppError('settings.linked_already');
  };
