import { AppError } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import type { LinkedAccountStore } from './linked-account-store.ts';

/**
 * Nobody pays an own account, including linked ones (rule S7). Both sides' countries and the payer's balance are
 * checked with the payment itself. @throws common.not_self
 */
export const makeLinkedAccountConditions = (
  { findNamed }: Pick<IdentityFeature, 'findNamed'>,
  store: Pick<LinkedAccountStore, 'isLinked'>,
): Conditions<'pay', { readonly account: Account | null }> => ({
  async pay({ account }, params) {
    const named = await findNamed(params);
    if (account && named && (await store.isLinked(account.id, named.id)))
      throw new AppError('common.not_self');
  },
});
