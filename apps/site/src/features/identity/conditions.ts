import { type AccountId, AppError } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';

/** The account that the path of a call names, by `username` or `id`. */
export type FindNamed = (params: Readonly<Record<string, unknown>>) => Promise<Account | undefined>;

export const makeFindNamed =
  (accounts: AccountStore): FindNamed =>
  async ({ username, id }) => {
    if (typeof username === 'string') return accounts.findByUsername(username);
    return typeof id === 'number' ? accounts.findById(id as AccountId) : undefined;
  };

/** The conditions that only depend on the account. @throws identity.email_unconfirmed, common.not_self */
export const makeIdentityConditions = (
  findNamed: FindNamed,
): Conditions<'email' | 'not_self', { readonly account: Account | null }> => ({
  email({ account }) {
    if (!account?.emailConfirmed) throw new AppError('identity.email_unconfirmed');
  },
  async not_self({ account }, params) {
    const named = await findNamed(params);
    if (named && named.id === account?.id) throw new AppError('common.not_self');
  },
});
