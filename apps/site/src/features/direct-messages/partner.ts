import { type AccountId, AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import { keepsOut } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

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

interface Deps {
  readonly accounts: AccountStore;
  readonly hasConversation: (person: AccountId, partner: AccountId) => Promise<boolean>;
}

/** Finds by name a partner of an existing conversation, deleted or not. @throws direct_messages.not_found */
export const makeFindKnownPartner =
  ({ accounts, hasConversation }: Deps) =>
  async (person: AccountId, username: string): Promise<Partner> => {
    const account = await accounts.findByUsername(username);
    const id = account?.id ?? (Number(GONE.exec(username)?.[1] ?? 0) as AccountId);
    if (id === 0 || id === person || !(await hasConversation(person, id)))
      throw new AppError('direct_messages.not_found');
    if (account) return partnerOf(account);
    if (await accounts.findById(id)) throw new AppError('direct_messages.not_found');
    return gonePartner(id);
  };
export type FindKnownPartner = ReturnType<typeof makeFindKnownPartner>;

/**
 * Finds somebody to write to by name; deleted accounts, and performers who keep the caller out, only where there is
 * a conversation with them. @throws direct_messages.not_found
 */
export const makeFindPartner = (deps: Deps) => {
  const findKnown = makeFindKnownPartner(deps);
  return async (caller: SiteCaller, username: string): Promise<Partner> => {
    const person = caller.account!.id;
    const account = await deps.accounts.findByUsername(username);
    const isFound = account && account.id !== person && !keepsOut(account, caller);
    return isFound ? partnerOf(account) : findKnown(person, username);
  };
};
export type FindPartner = ReturnType<typeof makeFindPartner>;
