import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { callsByFeature, type CurrentUser, plannedByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { SiteCaller } from '../../features/sessions/index.ts';
import { describeApi, makeRefusalOfUnknown, renderApiPage, servePlanned } from '../../platform/http/index.ts';
import { countPages, makePageHandler } from '../../platform/pages/index.ts';
import { cacheKeyOf } from '../page-cache-key.ts';
import { makeRenderPage } from '../page-services.ts';
import type { Foundation } from './foundation.ts';
import type { Rooms } from './rooms.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const demoScenes = fileURLToPath(new URL('../../../../demo/scenes', import.meta.url));

/** The description of the calls, health and metrics, files, and every page. */
export async function composePages(
  base: Foundation,
  rooms: Rooms,
  currentUser: (caller: SiteCaller) => CurrentUser | Promise<CurrentUser>,
) {
  const { app, config, database, metrics } = base;
  const refusalOfUnknown = makeRefusalOfUnknown([
    ...Object.values(callsByFeature).flatMap((calls) => Object.values(calls).map(({ route }) => route)),
    ...Object.values(plannedByFeature).flat(),
  ]);
  servePlanned(app, plannedByFeature);
  const api = describeApi(callsByFeature, base.version);
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
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok', version: base.version }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await database.pool.query('select 1');
      return await reply.send({ status: 'ready' });
    } catch {
      return reply.status(503).header('retry-after', '2').send({ status: 'database unavailable' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    // Only the operator's own network: behind a proxy the visitor's address decides.
    if (!LOOPBACK.test(request.ip) && !isPrivateAddress(request.ip)) return reply.status(404).send();
    return reply.type(metrics.contentType).send(await metrics.text());
  });

  if (base.assets) {
    await app.register(fastifyStatic, {
      root: base.assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
    });
    // Lines of years name these addresses, so the names never carry a hash.
    await app.register(fastifyStatic, {
      root: join(base.assets, '../emoticons'),
      prefix: '/emoticons/',
      maxAge: '7d',
      index: false,
      decorateReply: false,
    });
  }
  await app.register(fastifyStatic, {
    root: demoScenes,
    prefix: '/scenes/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
  const handlePage = makePageHandler({
    render: makeRenderPage({
      resolveCaller: base.resolveCaller,
      siteConfig: base.siteConfigFor,
      discovery: rooms.discovery,
      getRoom: rooms.getRoom,
      getBio: rooms.getBio,
      getFanClub: rooms.getFanClub,
      readLikes: rooms.readLikes,
      currentUser: async (caller) => currentUser(caller),
      hasDevPages: base.isDemo || base.devMiddleware !== undefined,
      loadBuild: base.loadPages,
    }),
    cacheKeyOf: (request) => (base.devMiddleware ? undefined : cacheKeyOf(request, base.placeOf(request))),
    originOf: (request) =>
      base.ownOrigins.has(`http://${request.headers.host}`)
        ? `http://${request.headers.host}`
        : config.publicUrl,
    isSecure: config.isSecure,
    // In development the hot reload has a socket of its own.
    connectHosts: base.devMiddleware ? ['ws:'] : config.nodeUrl ? [siblingsOf(config.nodeUrl)] : [],
    frameHosts: base.sandbox ? [new URL(base.sandbox.publicUrl).origin] : [],
    log: base.log,
    onServed: countPages(metrics),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      if (request.url.startsWith('/api/')) throw new AppError(refusalOfUnknown(request.method, request.url));
      const { devMiddleware } = base;
      if (!devMiddleware) return handlePage(request, reply);
      return new Promise<void>((resolve, reject) => {
        reply.raw.once('close', resolve);
        devMiddleware(request.raw, reply.raw, () => handlePage(request, reply).then(resolve, reject));
      });
    },
  });
  app.setNotFoundHandler((request) => {
    throw new AppError(refusalOfUnknown(request.method, request.url));
  });
}

const isPrivateAddress = (address: string): boolean =>
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address) || /^f[cd]/i.test(address);

/** Where the room sockets of all nodes may be: beside this node's own, under the same domain. */
function siblingsOf(nodeUrl: string): string {
  const { protocol, host, hostname } = new URL(nodeUrl);
  const isName = /^[a-z0-9-]+\.[a-z0-9.-]*[a-z][a-z0-9.-]*$/i.test(hostname);
  return isName ? `${protocol}//*.${host.slice(host.indexOf('.') + 1)}` : `${protocol}//${host}`;
}
