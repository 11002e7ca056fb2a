import type { OauthProvider } from '@klieg/contract';

/** What providers call themselves; the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<OauthProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
};

/** The provider that an address names. */
export const providerNamed = (name: string | null): string | undefined =>
  name !== null && Object.hasOwn(PROVIDER_NAMES, name) ? PROVIDER_NAMES[name as OauthProvider] : undefined;
