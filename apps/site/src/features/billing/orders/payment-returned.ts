import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Where a framed biller page sends the browser; the page around the frame is told and continues by itself. */
export const RETURNED_PATH = '/api/v1/billing/returned';
/** Where everybody else comes back to. */
const TOKENS_PATH = '/account/tokens';

/** Script of the page: in a frame it tells the page around it, which is ours; on its own it goes to the tokens. */
const script = `const s=location.search;if(parent===window)location.replace('${TOKENS_PATH}'+s);else parent.postMessage({paymentReturn:s},location.origin)`;

/**
 * GET /api/v1/billing/returned: the page behind a biller's page in a frame. It says nothing of anybody, so it needs no
 * cookie, which browsers do not send into such a frame.
 */
export function serveReturned(app: FastifyInstance): void {
  app.get(RETURNED_PATH, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'self'`,
      )
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Back from the biller</title><p><a href="${TOKENS_PATH}" target="_top">Back to the site</a></p><script nonce="${nonce}">${script}</script></html>`,
      );
  });
}
