import { callsByFeature } from '@klieg/contract';
import type { FastifyInstance } from 'fastify';
import { describeApi, renderApiPage } from '../http/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { type Database, isReachable } from '../postgres/index.ts';
import { isLoopback } from '../sockets/index.ts';

const isPrivateAddress = (address: string): boolean =>
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address) || /^f[cd]/i.test(address);

/** What operators and other programs read: the description of the calls, health and metrics. */
export function serveOperations(
  app: FastifyInstance,
  {
    database,
    metrics,
    version,
  }: { readonly database: Database; readonly metrics: Metrics; readonly version: string },
): void {
  const api = describeApi(callsByFeature, version);
  const apiPage = renderApiPage(callsByFeature);
  app.get('/api/v1/openapi.json', (_request, reply) => reply.type('application/json').send(api));
  app.get('/api/v1/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(apiPage),
  );
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok', version }));
  app.get('/readyz', async (_request, reply) =>
    (await isReachable(database))
      ? reply.send({ status: 'ready' })
      : reply.status(503).header('retry-after', '2').send({ status: 'database unavailable' }),
  );
  app.get('/metrics', async (request, reply) => {
    // Only the operator's own network: behind a proxy the visitor's address decides.
    if (!isLoopback(request.ip) && !isPrivateAddress(request.ip)) return reply.status(404).send();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
