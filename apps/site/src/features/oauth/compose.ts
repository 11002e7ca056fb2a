import { MINUTE_MS } from '@klieg/kernel/time';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BrandFeature } from '../brand/index.ts';
import { type CredentialsFeature, passwordSet } from '../credentials/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeJoiningByProvider } from './joining-by-provider.ts';
import { makeOauthStore } from './oauth-store.ts';
import { openProviders, type OauthSettings, type SandboxProviders } from './providers/open-providers.ts';

export type OauthFeature = ReturnType<typeof composeOauth>;

/** Log-in by accounts elsewhere. Its calls are served by `serveOauth`, when sessions are there. */
export function composeOauth(
  { database }: Pick<Kit, 'database'>,
  uses: {
    readonly oauthSettings: OauthSettings;
    readonly sandbox: SandboxProviders | undefined;
    readonly credentials: Pick<CredentialsFeature, 'alsoTakeBack'>;
    readonly brand: Pick<BrandFeature, 'offerOauth'>;
    readonly identity: Pick<IdentityFeature, 'onJoining'>;
  },
) {
  const store = makeOauthStore(database);
  const providers = openProviders(uses.oauthSettings, uses.sandbox);
  uses.brand.offerOauth((name) => providers.has(name));
  // An intruder may have added a login of their own.
  uses.credentials.alsoTakeBack((accountId, _since, within) => store.dropAll(accountId, within));
  const joining = makeJoiningByProvider(store);
  uses.identity.onJoining(joining.share);
  const chores: readonly Chore[] = [
    {
      failure: 'old log-ins by providers could not be dropped',
      everyMs: 10 * MINUTE_MS,
      on: 'one',
      run: store.prune,
    },
  ];
  const factReaders: readonly FactReader[] = [
    {
      name: 'oauth.passwords',
      on: [when(passwordSet, ({ accountId }, within) => store.notePassword(accountId, within))],
    },
  ];
  return {
    store,
    joining,
    providers,
    chores,
    factReaders,
  };
}
