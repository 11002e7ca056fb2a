import { createHmac } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { type Provider, type ProviderKeys, TIMEOUT_MS } from './provider.ts';

/** The graph's data about a person; an address only if confirmed and permitted. */
const person = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  name: z.string().default(''),
  email: z.string().optional(),
});

/**
 * Facebook by OAuth 2: its page gives a code, its graph a token for it, and the graph says with the token whose it is.
 * Each question to the graph proves that it is ours, so that a token that was taken elsewhere is of no use.
 */
export function makeFacebook(
  given: ProviderKeys & {
    readonly pageUrl: string;
    readonly graphUrl: string;
    readonly isTwin?: boolean;
  },
): Provider {
  const client: oauth.Client = { client_id: given.id };
  const server: oauth.AuthorizationServer = {
    issuer: 'https://www.facebook.com',
    authorization_endpoint: `${given.pageUrl}/dialog/oauth`,
    token_endpoint: `${given.graphUrl}/oauth/access_token`,
  };
  const request = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    ...(given.isTwin && { [oauth.allowInsecureRequests]: true }),
  };
  return {
    name: 'facebook',
    async start(redirectUri, { state, verifier }) {
      const url = new URL(server.authorization_endpoint!);
      const asked = {
        client_id: given.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'public_profile,email',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async finish(redirectUri, answer, { state, verifier }) {
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
      const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response);
      const me = new URL(`${given.graphUrl}/me`);
      me.searchParams.set('fields', 'id,name,email');
      me.searchParams.set('appsecret_proof', createHmac('sha256', given.secret).update(token).digest('hex'));
      const found = await oauth.protectedResourceRequest(token, 'GET', me, undefined, undefined, request);
      const { id, name, email } = person.parse(await found.json());
      return { subject: id, email: email || undefined, isVerified: Boolean(email), name };
    },
  };
}
