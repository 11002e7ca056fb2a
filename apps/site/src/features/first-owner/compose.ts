import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeCheckKey, makeClaimSite, makeOfferOwnership } from './claim-site.ts';
import { makeFirstOwnerHandlers } from './first-owner.http.ts';
import { makeOwnerKeyStore } from './owner-key-store.ts';

/** How a site without a demo gets its first administrator: by an address that its start prints. */
export function composeFirstOwner(
  { database }: Pick<Kit, 'database'>,
  uses: { readonly identity: IdentityFeature; readonly publicUrl: string },
) {
  const deps = { accounts: uses.identity.accounts, keys: makeOwnerKeyStore(database) };
  return {
    offer: makeOfferOwnership({ ...deps, publicUrl: uses.publicUrl }),
    checkKey: makeCheckKey(deps),
    handlers: makeFirstOwnerHandlers({ claimSite: makeClaimSite(deps) }),
  };
}
