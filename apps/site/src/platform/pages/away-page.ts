import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds after which the page reloads itself. */
const AGAIN_SECONDS = 5;

/** Needs nothing: no script, no picture, no style of the site. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="${AGAIN_SECONDS}"><title>Back in a moment</title><style>body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;font:16px/24px system-ui,sans-serif;background:#fff;color:#14161c}main{max-width:420px}h1{font-size:24px;line-height:30px;margin:0 0 8px}p{margin:0;color:#4a5060}</style></head><body><main><h1>Back in a moment</h1><p>The site is busy getting up again. This page tries again by itself.</p></main></body></html>`;

/**
 * Answers while the database is away: a plain light page that reloads itself; data requests of pages get only the
 * status.
 */
export async function sendAwayPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply
    .status(503)
    .header('retry-after', String(AGAIN_SECONDS))
    .header('cache-control', 'private, no-store');
  const isData = request.url.split('?')[0]!.endsWith('.data');
  if (isData) return reply.send();
  await reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .send(PAGE);
}
