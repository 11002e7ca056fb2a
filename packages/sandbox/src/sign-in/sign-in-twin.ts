import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInChoice } from './sign-in-page.ts';

/** What the twins of sign-in providers share. */
export interface SignInTwinUses {
  /** A word that the site and this service both know. */
  readonly word: (name: string) => string;
  /** @param formTarget origin that the page's form leads to */
  readonly html: (reply: FastifyReply, status: number, text: string, formTarget?: string) => FastifyReply;
}

type Person = Extract<SignInChoice, { readonly kind: 'person' }>;

/** What the page asked for, and who agreed. */
export interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly person: Person;
}

const GRANTS_MAX = 10_000;

/** Codes, each good once. */
export function makeGrants() {
  const grants = new Map<string, Grant>();
  return {
    add(grant: Grant): string {
      const code = randomBytes(24).toString('base64url');
      grants.set(code, grant);
      if (grants.size > GRANTS_MAX) grants.delete(grants.keys().next().value!);
      return code;
    },
    /** Only with the verifier and the same return address; uses the code up in any case. */
    take(code: string, its: { readonly verifier: string; readonly redirectUri: string }): Grant | undefined {
      const grant = grants.get(code);
      grants.delete(code);
      const challenge = createHash('sha256').update(its.verifier).digest('base64url');
      return grant && grant.challenge === challenge && grant.redirectUri === its.redirectUri
        ? grant
        : undefined;
    },
  };
}

/** The provider's id of a person: the same for the same name and address. */
export const subjectOf = (secret: string, { name, email }: Pick<Person, 'name' | 'email'>): string =>
  BigInt(
    `0x${createHash('sha256')
      .update(`${secret} ${email || name}`)
      .digest('hex')
      .slice(0, 16)}`,
  ).toString();

/** What a request asks the page for; undefined where it is not what a site sends. */
export function readAsked(
  query: FastifyRequest['query'],
  clientId: string,
):
  | {
      readonly redirectUri: string;
      readonly state: string;
      readonly challenge: string;
      readonly nonce: string;
    }
  | undefined {
  const asked = query as Readonly<Record<string, string | undefined>>;
  const isWhole =
    asked['client_id'] === clientId &&
    asked['response_type'] === 'code' &&
    asked['code_challenge_method'] === 'S256' &&
    Boolean(asked['state'] && asked['code_challenge'] && asked['redirect_uri']);
  if (!isWhole) return undefined;
  return {
    redirectUri: asked['redirect_uri']!,
    state: asked['state']!,
    challenge: asked['code_challenge']!,
    nonce: asked['nonce'] ?? '',
  };
}

/** Back to the site with the decision. */
export function leadBack(
  reply: FastifyReply,
  redirectUri: string,
  answer: Readonly<Record<string, string>>,
): FastifyReply {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return reply.redirect(url.href, 303);
}

/** The provider's page, for somebody sent there by a site. */
export function showPage(
  { html }: Pick<SignInTwinUses, 'html'>,
  reply: FastifyReply,
  page: { readonly text: string; readonly redirectUri: string | undefined },
): FastifyReply {
  const target = page.redirectUri === undefined ? undefined : new URL(page.redirectUri).origin;
  return html(reply, target === undefined ? 400 : 200, page.text, target);
}
