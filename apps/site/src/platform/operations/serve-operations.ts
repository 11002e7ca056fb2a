import { callsByFeature } from '@klieg/contract';
import { isSameSecret, sha256 } from '@klieg/kernel/secrets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeApi, renderApiPage } from '../http/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { type Database, isReachable } from '../postgres/index.ts';
import type { VisitorOf } from '../visitors/index.ts';

interface Uses {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly version: string;
  readonly visitorOf: VisitorOf;
  /** Allows reading the metrics. */
  readonly metricsToken: string | undefined;
  /** Without a token this machine reads them, where no other reaches the site. */
  readonly isOpenToLoopback: boolean;
}

/** Whether somebody may read how the site is used. */
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken, isOpenToLoopback, visitorOf }: Uses,
): boolean {
  if (metricsToken === undefined) return isOpenToLoopback && visitorOf(request).isLoopback;
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(sha256(given), sha256(metricsToken));
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What operators and other programs read: the description of the calls, health and metrics. */
export function serveOperations(app: FastifyInstance, uses: Uses): void {
  const { database, metrics, version } = uses;
  // Most sites are never asked, and writing it takes longer than the rest of the start.
  const api = onFirstUse(() => JSON.stringify(describeApi(callsByFeature, version)));
  const apiPage = onFirstUse(() => renderApiPage(callsByFeature));
  app.get('/api/v1/openapi.json', (_request, reply) => reply.type('application/json').send(api()));
  app.get('/api/v1/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(apiPage()),
  );
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok', version }));
  app.get('/readyz', async (_request, reply) =>
    (await isReachable(database))
      ? reply.send({ status: 'ready' })
      : reply.status(503).header('retry-after', '2').send({ status: 'database unavailable' }),
  );
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, uses)) return reply.status(404).send();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
