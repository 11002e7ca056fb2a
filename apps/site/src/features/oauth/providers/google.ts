import { HOUR_MS } from '@klieg/kernel/time';
import * as oauth from 'oauth4webapi';
import { type ProviderKeys, type Provider, TIMEOUT_MS } from './provider.ts';

/** What a provider says of itself is read once an hour; what could not be read is asked for again. */
function makeDiscovery(issuer: URL, request: oauth.DiscoveryRequestOptions) {
  let known: { readonly server: Promise<oauth.AuthorizationServer>; readonly untilMs: number } | undefined;
  return (): Promise<oauth.AuthorizationServer> => {
    if (known && performance.now() < known.untilMs) return known.server;
    const server = oauth
      .discoveryRequest(issuer, request)
      .then((response) => oauth.processDiscoveryResponse(issuer, response));
    const asked = { server, untilMs: performance.now() + HOUR_MS };
    known = asked;
    server.catch(() => {
      if (known === asked) known = undefined;
    });
    return server;
  };
}

/**
 * Google by OpenID Connect, with a code that is bound to the browser (state), to the token (nonce) and to us (PKCE).
 * Its token comes directly from Google and its signature is checked all the same.
 * @param given.issuer address under which the provider describes itself
 * @param given.pageUrl where browsers reach it, if different
 */
export function makeGoogle(
  given: ProviderKeys & {
    readonly issuer: string;
    readonly pageUrl?: string;
    /** Of demo and tests: it speaks without encryption, on this machine. */
    readonly isTwin?: boolean;
  },
): Provider {
  const client: oauth.Client = { client_id: given.id };
  const request = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    ...(given.isTwin && { [oauth.allowInsecureRequests]: true }),
  };
  const discover = makeDiscovery(new URL(given.issuer), request);
  return {
    name: 'google',
    async start(redirectUri, { state, nonce, verifier }) {
      const { authorization_endpoint: page } = await discover();
      const url = new URL(page!);
      if (given.pageUrl) url.host = new URL(given.pageUrl).host;
      const asked = {
        client_id: given.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async finish(redirectUri, answer, { state, nonce, verifier }) {
      const server = await discover();
      const code = oauth.validateAuthResponse(server, client, answer, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(given.secret),
        code,
        redirectUri,
        verifier,
        request,
      );
      const token = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, request);
      const claims = oauth.getValidatedIdTokenClaims(token)!;
      const { email, name } = claims;
      return {
        subject: claims.sub,
        email: typeof email === 'string' && email !== '' ? email : undefined,
        isVerified: claims['email_verified'] === true,
        name: typeof name === 'string' ? name : '',
      };
    },
  };
}
