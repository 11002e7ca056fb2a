import { AsyncLocalStorage } from 'node:async_hooks';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Newcomer, OauthStore } from './oauth-store.ts';

/**
 * Gives an account its login by a provider in the transaction that makes the account, so that nobody is left with an
 * account that they cannot log in to.
 */
export function makeJoiningByProvider(store: Pick<OauthStore, 'link'>) {
  /** Who is joining in this call; the same visitor may join another way in another call. */
  const joining = new AsyncLocalStorage<Newcomer>();
  return {
    /** Registers somebody whom a provider has named. */
    run: <T>(newcomer: Newcomer, register: () => Promise<T>): Promise<T> => joining.run(newcomer, register),
    /** What is written when somebody joins. @throws identity.challenge_expired for a login that another account has */
    async share({ accountId }: { readonly accountId: AccountId }, within: Transaction): Promise<void> {
      const newcomer = joining.getStore();
      if (newcomer && !(await store.link(accountId, newcomer, true, within)))
        throw new AppError('identity.challenge_expired');
    },
  };
}

export type JoiningByProvider = ReturnType<typeof makeJoiningByProvider>;
