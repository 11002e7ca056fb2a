import type { IncomingMessage } from 'node:http';
import { callsByFeature, plannedByFeature } from '@klieg/contract';
import type { Log } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Brake, makeRefuseUnknown } from '../../platform/http/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { countPages, makePageHandler } from '../../platform/pages/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import { isSiteIndexed, type Sites } from '../brand/index.ts';
import { serveEnter } from './enter.ts';
import { frameAncestorsOf } from './frame-rules.ts';
import { sharedPageOf } from './shared-page.ts';
import { makeRenderPage, type PageSources } from './page-services.ts';
import { RENDER_MS } from './render-build.ts';
import { serveFiles } from './serve-files.ts';
import { serveShortAddresses } from './short-addresses.ts';

/** Serves every page, the files that pages need, and the refusal of every unknown address. */
export function composePages(
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  uses: {
    readonly sources: PageSources;
    readonly sites: Sites;
    readonly visitorOf: VisitorOf;
    readonly isSecure: boolean;
    readonly isGenerousToLoopback: boolean;
    readonly brake: Brake;
    readonly isDemo: boolean;
    /** Counts visits that come from other sites straight to a performer. */
    readonly noteLanding: (request: FastifyRequest, network: string) => void;
    readonly nodeUrl: string | undefined;
    /** Sites of partners that may show rooms in a frame. */
    readonly frameDomains: readonly string[];
    /** Origins that pages may frame, such as a biller's. */
    readonly frameHosts: readonly string[];
    readonly assets: string | undefined;
    /** Hands a request to Vite in development. */
    readonly devMiddleware:
      | ((request: IncomingMessage, response: unknown, next: () => void) => void)
      | undefined;
  },
) {
  const { devMiddleware, nodeUrl, sites } = uses;
  const refuseUnknown = makeRefuseUnknown([
    ...Object.values(callsByFeature).flatMap((calls) => Object.values(calls).map(({ route }) => route)),
    ...Object.values(plannedByFeature).flat(),
  ]);
  // In development the hot reload has a socket of its own.
  const nodeHosts = nodeUrl ? [siblingsOf(nodeUrl)] : [];
  const handlePage = makePageHandler({
    render: makeRenderPage(uses.sources),
    sharedPageOf: (request) =>
      devMiddleware
        ? undefined
        : sharedPageOf(request, sites.siteOf(request.headers), uses.visitorOf(request)),
    visitorOf: uses.visitorOf,
    isGenerousToLoopback: uses.isGenerousToLoopback,
    brake: uses.brake,
    isIndexed: (request) => {
      const site = sites.siteOf(request.headers);
      return isSiteIndexed(sites.brandOf(site), site, uses.isDemo);
    },
    renderMs: RENDER_MS,
    originOf: (request) => sites.siteOf(request.headers).publicUrl,
    isSecure: uses.isSecure,
    connectHosts: devMiddleware ? ['ws:'] : nodeHosts,
    frameHosts: [...uses.frameHosts],
    frameAncestorsOf: (url) => frameAncestorsOf(url, uses.frameDomains),
    log,
    onServed: countPages(metrics),
  });
  return {
    async routes(app: FastifyInstance) {
      await serveFiles(app, uses.assets);
      serveEnter(app);
      serveShortAddresses(app);
      app.route({
        method: ['GET', 'HEAD'],
        url: '/*',
        handler: (request, reply) => {
          if (request.url.startsWith('/api/')) refuseUnknown(request, reply);
          uses.noteLanding(request, uses.visitorOf(request).network);
          if (!devMiddleware) return handlePage(request, reply);
          return new Promise<void>((resolve, reject) => {
            reply.raw.once('close', resolve);
            devMiddleware(request.raw, reply.raw, () => handlePage(request, reply).then(resolve, reject));
          });
        },
      });
      app.setNotFoundHandler(refuseUnknown);
    },
  };
}

/** Addresses of all nodes' room sockets: like this node's own, under the same domain. */
function siblingsOf(nodeUrl: string): string {
  const { protocol, host, hostname } = new URL(nodeUrl);
  const isName = /^[a-z0-9-]+\.[a-z0-9.-]*[a-z][a-z0-9.-]*$/i.test(hostname);
  return isName ? `${protocol}//*.${host.slice(host.indexOf('.') + 1)}` : `${protocol}//${host}`;
}
