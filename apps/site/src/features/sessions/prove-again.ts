import { type AccountId, AppError } from '@klieg/kernel';
import type { PasskeyProof } from '@klieg/contract';
import { type AccountStore, checkPassword } from '../identity/index.ts';
import type { SecondFactorFeature } from '../second-factor/index.ts';
import type { SiteCaller } from './caller.ts';

/** What a logged-in person shows to prove their identity again. */
export type GivenAgain =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: PasskeyProof };

/** @throws identity.bad_credentials, identity.locked */
export type ProveAgain = (caller: SiteCaller, given: GivenAgain) => Promise<void>;

export const makeProveAgain =
  (deps: {
    readonly accounts: Pick<AccountStore, 'findLogins'>;
    readonly secondStep: Pick<SecondFactorFeature['secondStep'], 'isProven'>;
    readonly knownDeviceOf: (caller: SiteCaller, accountIds: readonly AccountId[]) => string | undefined;
  }): ProveAgain =>
  async (caller, given) => {
    const { id, username } = caller.account!;
    const isRight = async () => {
      if ('password' in given) {
        const [found] = await deps.accounts.findLogins(username);
        return checkPassword(found?.passwordHash, given.password);
      }
      return deps.secondStep.isProven(id, given, {
        visitor: caller.key,
        isKnown: (accountId) => deps.knownDeviceOf(caller, [accountId]) !== undefined,
      });
    };
    if (!(await isRight())) throw new AppError('identity.bad_credentials');
  };
