import { createHmac } from 'node:crypto';
import type { OauthProvider } from '@klieg/contract';
import { makeFacebook } from './facebook.ts';
import { makeGoogle } from './google.ts';
import type { Provider, ProviderKeys } from './provider.ts';

/** What the operator has set up. */
export interface OauthSettings {
  readonly google: ProviderKeys | undefined;
  readonly facebook: ProviderKeys | undefined;
}

/** The twins of demo and tests, beside the sandbox biller. */
export interface SandboxProviders {
  readonly publicUrl: string;
  readonly serverUrl: string;
  readonly secret: string;
}

export type Providers = ReadonlyMap<OauthProvider, Provider>;

const GRAPH_VERSION = 'v23.0';

function openTwins({ publicUrl, serverUrl, secret }: SandboxProviders): readonly Provider[] {
  /** A word that this site and its sandbox both know. */
  const word = (name: string): string =>
    createHmac('sha256', secret).update(`sign-in ${name}`).digest('hex').slice(0, 32);
  return [
    makeGoogle({
      id: `${word('google id')}.apps.example`,
      secret: word('google secret'),
      issuer: `${serverUrl}/twins/google`,
      pageUrl: publicUrl,
      isTwin: true,
    }),
    makeFacebook({
      id: word('facebook id'),
      secret: word('facebook secret'),
      pageUrl: `${publicUrl}/twins/facebook`,
      graphUrl: `${serverUrl}/twins/facebook`,
      isTwin: true,
    }),
  ];
}

/** The configured providers; in a demo without any, their twins. */
export function openProviders(
  { google, facebook }: OauthSettings,
  sandbox: SandboxProviders | undefined,
): Providers {
  const own = [
    ...(google ? [makeGoogle({ ...google, issuer: 'https://accounts.google.com' })] : []),
    ...(facebook
      ? [
          makeFacebook({
            ...facebook,
            pageUrl: `https://www.facebook.com/${GRAPH_VERSION}`,
            graphUrl: `https://graph.facebook.com/${GRAPH_VERSION}`,
          }),
        ]
      : []),
  ];
  const all = own.length === 0 && sandbox ? openTwins(sandbox) : own;
  return new Map(all.map((provider) => [provider.name, provider]));
}
