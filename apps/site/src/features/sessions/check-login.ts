import { type AccountId, AppError } from '@klieg/kernel';
import { type AccountStore, ADDRESS_CLAIMS_MAX, checkPassword, type FoundLogin } from '../identity/index.ts';
import type { SiteCaller } from './caller.ts';
import type { CountLoginTry } from './login-tries.ts';

const isAddress = (login: string): boolean => login.includes('@');

/**
 * The account whose password it is. Several may claim an address that nobody has confirmed; each of them logs in
 * by its own password, so that nobody who claims the address of another ends that one's log-in.
 * @throws identity.bad_credentials, after the same time whether there is such an account or not
 */
async function findRight(found: readonly FoundLogin[], password: string, byAddress: boolean) {
  const tries = byAddress ? ADDRESS_CLAIMS_MAX : 1;
  const checks = Array.from({ length: tries }, (_, i) => checkPassword(found[i]?.passwordHash, password));
  const right = (await Promise.all(checks)).indexOf(true);
  if (right < 0) throw new AppError('identity.bad_credentials');
  return found[right]!;
}

/** Name or address with a password, as somebody has typed them. */
export interface GivenLogin {
  readonly login: string;
  readonly password: string;
}

/**
 * The account that somebody knows the password of; each try is counted.
 * @throws identity.bad_credentials, identity.locked
 */
export type CheckLogin = (given: GivenLogin, caller: SiteCaller) => Promise<FoundLogin>;

export const makeCheckLogin =
  (deps: {
    readonly accounts: Pick<AccountStore, 'findLogins'>;
    readonly countLoginTry: CountLoginTry;
    /** The known browser of whoever asks, where it has logged in to one of these accounts before. */
    readonly knownDeviceOf: (caller: SiteCaller, accountIds: readonly AccountId[]) => string | undefined;
    readonly isGenerousToLoopback: boolean;
  }): CheckLogin =>
  async ({ login, password }, caller) => {
    const found = await deps.accounts.findLogins(login);
    await deps.countLoginTry({
      login,
      address: caller.address,
      knownDevice: deps.knownDeviceOf(
        caller,
        found.map(({ account }) => account.id),
      ),
      isGenerous: deps.isGenerousToLoopback && caller.isLoopback,
    });
    return findRight(found, password, isAddress(login));
  };
