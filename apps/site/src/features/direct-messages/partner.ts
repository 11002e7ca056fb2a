import { type AccountId, AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';

/** The other side of a conversation; its account may be gone. */
export interface Partner {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  /** Null when the account is deleted. */
  readonly account: Account | null;
}

const GONE = /^deleted_(\d{1,15})$/;

export const partnerOf = (account: Account): Partner => ({
  id: account.id,
  username: account.username,
  displayName: account.displayName,
  avatarUrl: account.avatarUrl,
  account,
});

/** How a deleted account shows; nobody can register such a name. */
export const goneName = (id: AccountId): string => `deleted_${id}`;

const gonePartner = (id: AccountId): Partner => ({
  id,
  username: goneName(id),
  displayName: 'Deleted account',
  avatarUrl: null,
  account: null,
});

/**
 * Finds the partner by name. Of deleted accounts only those are found with whom there is a conversation.
 * @throws direct_messages.not_found
 */
export const makeFindPartner =
  (deps: {
    readonly accounts: AccountStore;
    readonly hasConversation: (person: AccountId, partner: AccountId) => Promise<boolean>;
  }) =>
  async (person: AccountId, username: string): Promise<Partner> => {
    const account = await deps.accounts.findByUsername(username);
    if (account && account.id !== person) return partnerOf(account);
    const gone = account ? undefined : GONE.exec(username)?.[1];
    const id = Number(gone ?? 0) as AccountId;
    if (gone === undefined || !(await deps.hasConversation(person, id)) || (await deps.accounts.findById(id)))
      throw new AppError('direct_messages.not_found');
    return gonePartner(id);
  };

export type FindPartner = ReturnType<typeof makeFindPartner>;
