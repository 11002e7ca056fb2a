import { type AccountId, AppError } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Newcomer, OauthStore } from './oauth-store.ts';

/**
 * Gives an account its login by a provider in the transaction that makes the account, so that nobody is left with an
 * account that they cannot log in to.
 */
export function makeJoiningByProvider(store: Pick<OauthStore, 'link'>) {
  /** Who is joining now, by the key of the visitor; of a visitor who sends the form twice, the newest. */
  const joining = new Map<string, Newcomer>();
  return {
    /** Registers somebody whom a provider has named. */
    async run<T>(visitor: string, newcomer: Newcomer, register: () => Promise<T>): Promise<T> {
      joining.set(visitor, newcomer);
      try {
        return await register();
      } finally {
        if (joining.get(visitor) === newcomer) joining.delete(visitor);
      }
    },
    /** What is written when somebody joins. @throws identity.challenge_expired for a login that another account has */
    async share(
      { visitor, accountId }: { readonly visitor: string; readonly accountId: AccountId },
      within: Transaction,
    ): Promise<void> {
      const newcomer = joining.get(visitor);
      if (newcomer && !(await store.link(accountId, newcomer, true, within)))
        throw new AppError('identity.challenge_expired');
    },
  };
}

export type JoiningByProvider = ReturnType<typeof makeJoiningByProvider>;
