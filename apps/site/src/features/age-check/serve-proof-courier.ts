import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { frameHeaders } from './frame-page.ts';

/** The page that carries messages between a check and the issuer of proofs. */
const COURIER_PATH = '/api/v1/age-proof/courier';

/**
 * Carries two questions to the issuer and nothing else. Its origin has no name, so that the browser sends `Origin:
 * null` instead of this site's name; there is no referrer and there are no cookies either.
 */
const script = (issuer: string) => `
const issuer = ${JSON.stringify(issuer)};
const tell = (message) => parent.postMessage({ from: 'klieg.age-proof', ...message }, '*');
const ask = async ({ path, form }) => {
  const answer = await fetch(issuer + path, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    mode: 'cors', credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer',
  });
  return { status: answer.status, json: await answer.json() };
};
addEventListener('message', async ({ source, data }) => {
  if (source !== parent || data?.to !== 'klieg.age-proof') return;
  if (data.kind === 'hello') return tell({ kind: 'ready' });
  if (data.path !== '/keys' && data.path !== '/sign') return;
  tell({ id: data.id, ...(await ask(data).catch(() => ({ status: 0 }))) });
});
tell({ kind: 'ready' });`;

/**
 * GET /api/v1/age-proof/courier: asks the issuer for its keys and for a signature, from a frame whose origin has no name.
 * @param issuer its address for browsers
 */
export function serveProofCourier(app: FastifyInstance, issuer: string): void {
  app.get(COURIER_PATH, async (_request, reply) => {
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .headers(frameHeaders(nonce, '', [`connect-src ${new URL(issuer).origin}`]))
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Courier</title></head><body><script nonce="${nonce}">${script(issuer)}</script></body></html>`,
      );
  });
}
