import type { FastifyInstance } from 'fastify';

const USERNAME = /^[A-Za-z0-9_-]{3,30}$/;
const ADVERT = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Target of a partner's link, by its type, performer and advert: always a page of this site. Missing or wrong values
 * count as absent, so that an old link still opens the site.
 */
export function enterPath(query: Readonly<Record<string, unknown>>): string {
  const { id, type } = query;
  const model =
    typeof query['model'] === 'string' && USERNAME.test(query['model']) ? query['model'] : undefined;
  const room = model === undefined ? '/' : `/${model.toLowerCase()}`;
  const path =
    type === 'register' ? '/register' : type === 'tokens' ? '/account/tokens' : type === 'home' ? '/' : room;
  return typeof id === 'string' && ADVERT.test(id) ? `${path}?advert_id=${id}` : path;
}

/** Pages of this site do not open in frames, so a visitor in one gets a link out of it. */
const wayOut = (path: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Continue</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;
background:#0c0b09}a{background:#ffd338;color:#191300;border-radius:4px;padding:14px 24px;font-weight:700}</style></head>
<body><a href="${path}" target="_top" rel="noopener">Continue to the site</a></body></html>`;

const IN_A_FRAME: ReadonlySet<unknown> = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/** GET /enter.php: the way of partners' links into this site, out of any frame (SHELL-001). */
export function serveEnter(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, unknown> }>('/enter.php', async (request, reply) => {
    const path = enterPath(request.query);
    void reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'strict-origin-when-cross-origin');
    if (!IN_A_FRAME.has(request.headers['sec-fetch-dest'])) return reply.redirect(path, 302);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
      .header('x-content-type-options', 'nosniff')
      .send(wayOut(path));
  });
}
