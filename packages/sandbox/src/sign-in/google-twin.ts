import { generateKeyPairSync, type KeyPairKeyObjectResult, sign } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSignIn, renderSignInPage, type SignInFault } from './sign-in-page.ts';
import { leadBack, makeGrants, readAsked, showPage, type SignInTwinUses, subjectOf } from './sign-in-twin.ts';

const PATH = '/twins/google';
const HOUR_SECONDS = 3_600;
const KEY_ID = 'twin-1';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Google's side: OpenID Connect with discovery, S256 and tokens signed by RS256. */
export function serveGoogleTwin(app: FastifyInstance, uses: SignInTwinUses): void {
  const { word } = uses;
  const issuerOf = ({ host }: Pick<FastifyRequest, 'host'>): string => `http://${host}${PATH}`;
  const client = { id: `${word('google id')}.apps.example`, secret: word('google secret') };
  const grants = makeGrants();
  // Making a key takes a good part of a second on a slow machine, and not every site uses sign-in.
  let made: KeyPairKeyObjectResult | undefined;
  const pair = () => (made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const publicKey = () => ({
    ...pair().publicKey.export({ format: 'jwk' }),
    kid: KEY_ID,
    alg: 'RS256',
    use: 'sig',
  });

  const tokenOf = (claims: object, fault: SignInFault): string => {
    const signed = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`;
    const signature =
      fault === 'unsigned' ? Buffer.alloc(256) : sign('sha256', Buffer.from(signed), pair().privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  };

  app.get(`${PATH}/.well-known/openid-configuration`, (request, reply) =>
    reply.send({
      issuer: issuerOf(request),
      authorization_endpoint: `${issuerOf(request)}/o/oauth2/v2/auth`,
      token_endpoint: `${issuerOf(request)}/token`,
      jwks_uri: `${issuerOf(request)}/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
  );
  app.get(`${PATH}/certs`, (_request, reply) => reply.send({ keys: [publicKey()] }));

  app.get(`${PATH}/o/oauth2/v2/auth`, ({ query }, reply) =>
    showPage(uses, reply, {
      text: renderSignInPage('Google'),
      redirectUri: readAsked(query, client.id)?.redirectUri,
    }),
  );
  app.post(`${PATH}/o/oauth2/v2/auth`, ({ query, body }, reply) => {
    const asked = readAsked(query, client.id);
    if (!asked) return reply.status(400).send({ error: 'invalid_request' });
    const chosen = readSignIn(body);
    const { redirectUri, state } = asked;
    if (chosen.kind === 'denied') return leadBack(reply, redirectUri, { error: 'access_denied', state });
    const code = grants.add({ ...asked, person: chosen });
    return leadBack(reply, redirectUri, {
      code,
      state: chosen.fault === 'wrong_state' ? `${state}x` : state,
    });
  });

  app.post(`${PATH}/token`, (request, reply) => {
    const form = new URLSearchParams(String(request.body));
    const has = (name: string) => form.get(name) ?? '';
    if (has('client_id') !== client.id || has('client_secret') !== client.secret)
      return reply.status(401).send({ error: 'invalid_client' });
    const grant = grants.take(has('code'), {
      verifier: has('code_verifier'),
      redirectUri: has('redirect_uri'),
    });
    if (!grant || has('grant_type') !== 'authorization_code')
      return reply.status(400).send({ error: 'invalid_grant' });
    const { person, nonce } = grant;
    const { fault } = person;
    const now = Math.floor(Date.now() / 1_000) - (fault === 'expired' ? 2 * HOUR_SECONDS : 0);
    const claims = {
      iss: fault === 'wrong_issuer' ? 'https://issuer.invalid' : issuerOf(request),
      aud: fault === 'wrong_audience' ? 'somebody-else' : client.id,
      sub: subjectOf(client.secret, person),
      iat: now,
      exp: now + HOUR_SECONDS,
      ...(nonce && { nonce: fault === 'wrong_nonce' ? 'another' : nonce }),
      name: person.name,
      ...(person.email && { email: person.email, email_verified: person.isVerified }),
    };
    return reply.send({
      access_token: word('google access'),
      token_type: 'Bearer',
      expires_in: HOUR_SECONDS,
      scope: 'openid email profile',
      id_token: tokenOf(claims, fault),
    });
  });
}
