import type { FastifyInstance } from 'fastify';

/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const ADVERT = /^[A-Za-z0-9_-]{1,64}$/;

/** GET /pixel.gif: counts one visit of an advert, which a page asks for once in a session (TRACKING-LOGGING-013). */
export function servePixel(app: FastifyInstance, onVisit: (advertId: string | null) => void): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/pixel.gif', async ({ query }, reply) => {
    const { e, advert_id: advert } = query;
    if (e === 'visit') onVisit(typeof advert === 'string' && ADVERT.test(advert) ? advert : null);
    return reply
      .type('image/gif')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(PIXEL);
  });
}
