import { randomInt } from 'node:crypto';
import { randomToken } from '@klieg/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readChoice, renderAgePage, renderProofCodePage, renderProofRefusedPage } from './age-pages.ts';
import type { AgeTwinUses } from './age-twin.ts';
import { type IssuerKey, makeIssuerKeys, signBlinded } from './proof-issuer-keys.ts';

/** What an issuer would know if it kept everything: whom it checked, and all it saw of them since. */
interface Issued {
  /** Stands for name and document. */
  readonly person: string;
  readonly code: string;
  readonly pageHeaders: FastifyRequest['headers'];
  blinded?: string;
  answer?: string;
  signHeaders?: FastifyRequest['headers'];
}

const KEPT_MAX = 10_000;
const CODE_MS = 15 * 60_000;
/** Signs that nobody takes for another one. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const makeCode = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');

const shown = ({ id, publicKey, from, until }: IssuerKey) => ({
  id,
  public_key: publicKey,
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
});

/**
 * An issuer of unlinkable age proofs. It checks a person on its own page and gives them a code; the code buys one
 * signature on something they have blinded. It is never told which site wants to know.
 */
export function serveProofIssuerTwin(
  app: FastifyInstance,
  {
    html,
    faults,
    readSigned,
  }: AgeTwinUses & {
    readonly readSigned: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  },
): void {
  const keys = makeIssuerKeys();
  const issued: Issued[] = [];
  const codes = new Map<string, { readonly of: Issued; readonly until: number }>();
  // Any page may ask: the origin is not checked.
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*');
  /** Keys that can sign now, newest first. */
  const listKeys = () =>
    Promise.all((faults().signsWithOldKey ? [0, 1, 3] : [0, 1]).map((days) => keys.of(days)));

  app.get('/twins/age-proof/keys', async (_request, reply) => {
    if (faults().isAway) return open(reply).status(503).send({});
    return open(reply).send({ name: 'Sandbox age proof', keys: (await listKeys()).map(shown) });
  });
  app.get('/twins/age-proof/', (_request, reply) =>
    html(reply, 200, renderAgePage('age proof', 'An independent check of your age.')),
  );
  app.post('/twins/age-proof/', (request, reply) => {
    if (readChoice(request.body) !== 'adult') return html(reply, 200, renderProofRefusedPage());
    const one: Issued = { person: randomToken(12), code: makeCode(), pageHeaders: request.headers };
    issued.push(one);
    if (issued.length > KEPT_MAX) issued.shift();
    codes.set(one.code, { of: one, until: Date.now() + CODE_MS });
    if (codes.size > KEPT_MAX) codes.delete(codes.keys().next().value!);
    return html(reply, 200, renderProofCodePage(one.code));
  });
  app.post('/twins/age-proof/sign', async (request, reply) => {
    void open(reply);
    if (faults().isAway) return reply.status(503).send({});
    const asked = new URLSearchParams(String(request.body));
    const given = asked.get('code') ?? '';
    const found = codes.get(given);
    if (!found || found.until < Date.now()) return reply.status(403).send({ error: 'code_unknown' });
    const key = (await listKeys()).find(({ id }) => id === asked.get('key_id'));
    const blinded = Buffer.from(asked.get('blinded') ?? '', 'base64url');
    if (!key || blinded.length !== 256) return reply.status(400).send({ error: 'request_invalid' });
    // One code, one signature, however many ask at once: nothing is waited for between these lines.
    if (!codes.delete(given)) return reply.status(403).send({ error: 'code_unknown' });
    const answer = signBlinded(key.privateKey, blinded).toString('base64url');
    Object.assign(found.of, { blinded: blinded.toString('base64url'), answer, signHeaders: request.headers });
    return reply.send({ blind_signature: answer });
  });
  /** Everything that this service has seen, for the test that tries to link it. */
  app.post('/twins/age-proof/transcript', (request, reply) => {
    if (readSigned(request, reply) === undefined) return reply;
    return reply.send({ issued });
  });
}
