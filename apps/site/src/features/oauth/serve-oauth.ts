import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { OauthFeature } from './compose.ts';
import { makeOauthHandlers, type OauthUses } from './oauth.http.ts';

/** The calls of those who come from a provider. */
export const serveOauth = (
  { clock }: Pick<Kit, 'clock'>,
  uses: OauthUses & {
    readonly oauth: OauthFeature;
    readonly identity: Pick<IdentityFeature, 'accounts'>;
  },
) => ({
  handlers: makeOauthHandlers({ ...uses, ...uses.oauth, accounts: uses.identity.accounts, clock }),
});
