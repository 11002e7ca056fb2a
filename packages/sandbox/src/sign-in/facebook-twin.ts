import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readSignIn, renderSignInPage } from './sign-in-page.ts';
import {
  type Grant,
  leadBack,
  makeGrants,
  readAsked,
  showPage,
  type SignInTwinUses,
  subjectOf,
} from './sign-in-twin.ts';

const PATH = '/twins/facebook';
const TOKENS_MAX = 10_000;

/** Facebook's side: OAuth 2 with a question to the graph, which wants the proof of the app's secret. */
export function serveFacebookTwin(app: FastifyInstance, uses: SignInTwinUses): void {
  const { word } = uses;
  const client = { id: word('facebook id'), secret: word('facebook secret') };
  const grants = makeGrants();
  const tokens = new Map<string, Grant['person']>();
  const refuse = (message: string) => ({ error: { message, type: 'OAuthException', code: 190 } });

  app.get(`${PATH}/dialog/oauth`, ({ query }, reply) =>
    showPage(uses, reply, {
      text: renderSignInPage('Facebook'),
      redirectUri: readAsked(query, client.id)?.redirectUri,
    }),
  );
  app.post(`${PATH}/dialog/oauth`, ({ query, body }, reply) => {
    const asked = readAsked(query, client.id);
    if (!asked) return reply.status(400).send(refuse('Invalid request'));
    const chosen = readSignIn(body);
    const { redirectUri, state } = asked;
    if (chosen.kind === 'denied')
      return leadBack(reply, redirectUri, { error: 'access_denied', error_reason: 'user_denied', state });
    const code = grants.add({ ...asked, person: chosen });
    return leadBack(reply, redirectUri, {
      code,
      state: chosen.fault === 'wrong_state' ? `${state}x` : state,
    });
  });

  app.post(`${PATH}/oauth/access_token`, ({ body }, reply) => {
    const form = new URLSearchParams(String(body));
    const has = (name: string) => form.get(name) ?? '';
    if (has('client_id') !== client.id || has('client_secret') !== client.secret)
      return reply.status(400).send(refuse('Error validating client secret.'));
    const grant = grants.take(has('code'), {
      verifier: has('code_verifier'),
      redirectUri: has('redirect_uri'),
    });
    if (!grant) return reply.status(400).send(refuse('This authorization code has been used.'));
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, grant.person);
    if (tokens.size > TOKENS_MAX) tokens.delete(tokens.keys().next().value!);
    return reply.send({ access_token: token, token_type: 'bearer', expires_in: 5_183_944 });
  });

  app.get(`${PATH}/me`, ({ query, headers }, reply) => {
    const { fields, appsecret_proof: proof } = query as Readonly<Record<string, string | undefined>>;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const person = tokens.get(token);
    const wanted = createHmac('sha256', client.secret).update(token).digest('hex');
    if (!person || proof !== wanted || !fields)
      return reply.status(400).send(refuse('API calls from the server require an appsecret_proof argument'));
    return reply.send({
      id: subjectOf(client.secret, person),
      name: person.name,
      // Facebook gives an address only where it is confirmed.
      ...(person.email && person.isVerified && { email: person.email }),
    });
  });
}
