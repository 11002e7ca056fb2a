import { type AccountId, AppError } from '@klieg/kernel';
import { type AccountStore, ADDRESS_CLAIMS_MAX, checkPassword, type FoundLogin } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import type { GivenLogin } from './given-login.ts';
import type { GuardStrangers } from './guard-strangers.ts';
import type { CountLoginTry } from './login-tries.ts';

const isAddress = (login: string): boolean => login.includes('@');

/**
 * The account with this password. Several may claim an unconfirmed address; each of them logs in by its own password,
 * so that claiming somebody's address does not end their log-in.
 * @throws identity.bad_credentials, after the same time whether there is such an account or not
 */
async function findRight(found: readonly FoundLogin[], password: string, byAddress: boolean) {
  const tries = byAddress ? ADDRESS_CLAIMS_MAX : 1;
  const checks = Array.from({ length: tries }, (_, i) => checkPassword(found[i]?.passwordHash, password));
  const right = (await Promise.all(checks)).indexOf(true);
  if (right < 0) throw new AppError('identity.bad_credentials');
  return found[right]!;
}

/**
 * The account that somebody knows the password of; each try is counted.
 * @throws identity.bad_credentials, identity.locked, identity.captcha_required, identity.captcha_failed
 */
export type CheckLogin = (given: GivenLogin, caller: SiteCaller) => Promise<FoundLogin>;

export const makeCheckLogin =
  (deps: {
    readonly accounts: Pick<AccountStore, 'findLogins'>;
    readonly countLoginTry: CountLoginTry;
    /** The caller's known browser, if it has logged in to one of these accounts before. */
    readonly knownDeviceOf: (caller: SiteCaller, accountIds: readonly AccountId[]) => string | undefined;
    readonly guardStrangers: GuardStrangers;
    readonly isGenerousToLoopback: boolean;
  }): CheckLogin =>
  async (given, caller) => {
    const { login, password } = given;
    const found = await deps.accounts.findLogins(login);
    const knownDevice = deps.knownDeviceOf(
      caller,
      found.map(({ account }) => account.id),
    );
    const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
    await deps.countLoginTry({ login, address: caller.address, knownDevice, isGenerous });
    const isStranger = knownDevice === undefined && !isGenerous;
    const guarded = isStranger ? await deps.guardStrangers(given, caller.address) : undefined;
    const right = await findRight(found, password, isAddress(login));
    await guarded?.succeed();
    return right;
  };
