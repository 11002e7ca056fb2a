import { AppError } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { type KeyRefusal, refuseKey } from './owner-key-rules.ts';
import type { OwnerKeyStore } from './owner-key-store.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'hasAdmin' | 'makeAdmin'>;
  readonly keys: OwnerKeyStore;
}

/**
 * At each start: ends the key of the start before, and makes a new one if there is no administrator.
 * @returns the address whose visitor becomes the owner; undefined if there is an administrator
 */
export const makeOfferOwnership =
  (deps: Deps & { readonly publicUrl: string }) => async (): Promise<string | undefined> => {
    await deps.keys.endOpen();
    if (await deps.accounts.hasAdmin()) return undefined;
    return `${deps.publicUrl}/setup/${await deps.keys.issue()}`;
  };

/** Why a key would make nobody the owner now; undefined: it would. Uses nothing up. */
export const makeCheckKey =
  ({ accounts, keys }: Deps) =>
  async (key: string): Promise<KeyRefusal | undefined> => {
    const [found, hasOwner] = await Promise.all([keys.find(key), accounts.hasAdmin()]);
    return refuseKey(found, hasOwner);
  };

/** Makes somebody the owner by the key of the newest start; it works once. @throws first_owner.key_refused */
export const makeClaimSite =
  ({ accounts, keys }: Deps) =>
  (username: string, key: string): Promise<void> =>
    keys.inTurnOf(key, async (found, within) => {
      const reason = refuseKey(found, await accounts.hasAdmin(within));
      if (reason) throw new AppError('first_owner.key_refused', { params: { reason } });
      await keys.markUsed(key, within);
      await accounts.makeAdmin(username, within);
    });
