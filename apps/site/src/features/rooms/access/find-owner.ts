import { AppError } from '@klieg/kernel';
import { askByKey } from '#site/platform/postgres/index.ts';
import type { Account, AccountStore } from '../../identity/index.ts';

/** The owner of a room by the room's name; all who enter one room at nearly the same time share the answer. */
export type FindOwner = (username: string) => Promise<Account | undefined>;

export function makeFindOwner(accounts: Pick<AccountStore, 'listByUsernames'>): FindOwner {
  const find = askByKey(
    async (usernames: readonly string[]) =>
      new Map((await accounts.listByUsernames(usernames)).map((owner) => [owner.username, owner])),
  );
  return (username) => find(username.toLowerCase());
}

/** Finds the account whose room has a name, for calls about what is in the room. @throws rooms.not_found */
export const makeRoomOf =
  (accounts: Pick<AccountStore, 'findByUsername'>) =>
  async (username: string): Promise<Account> => {
    const owner = await accounts.findByUsername(username);
    if (!owner) throw new AppError('rooms.not_found');
    return owner;
  };
