import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { verifyMediaToken } from '@klieg/contract/media';
import type { Log } from '@klieg/kernel';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';
import { makeWhipEndpoint } from '../ingest/whip/whip-endpoint.ts';
import type { Relaying } from '../relay/index.ts';
import { makeHttpServer } from './http-server.ts';
import type { makeFigures } from './make-figures.ts';
import type { Gates } from './make-gates.ts';
import type { Origin } from './make-origin.ts';
import type { FindPublishClaims } from './publish-claims.ts';

export interface HttpCompositionOptions {
  readonly secret: Uint8Array;
  /** Origins of pages that may publish and play, in lower case; undefined: any. */
  readonly allowedOrigins: readonly string[] | undefined;
  readonly publishClaims: FindPublishClaims;
  readonly acceptUpgrade: (request: UpgradeRequest, socket: Socket) => void;
  readonly origin: Pick<Origin, 'broadcasts' | 'thumbnailer'>;
  readonly relaying: Relaying;
  readonly gates: Gates;
  readonly figures: ReturnType<typeof makeFigures>;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The HTTP server with all ways in and out behind it, not yet listening. */
export function composeHttp(options: HttpCompositionOptions): Server {
  const { secret, publishClaims, origin, relaying, gates, figures } = options;
  const { broadcasts, thumbnailer } = origin;
  const whip = relaying.shareWhip(
    makeWhipEndpoint({
      mayOpen: (bearer) => publishClaims.mayOpen(bearer),
      publishClaims: (bearer) => publishClaims.find(bearer),
      isToken: (token) => verifyMediaToken(secret, token, options.now()) !== undefined,
      publish: (claims, offer) => broadcasts.publish(claims, offer),
      addCandidates: (id, candidates) => broadcasts.addCandidates(id, candidates),
      leave: (id) => broadcasts.leave(id),
      moveTokenOf(id, bearer) {
        // The token with which a publisher came in has expired long before.
        const claims = verifyMediaToken(secret, bearer, 0);
        return claims?.use === 'publish' ? broadcasts.moveTokenOf(id, claims) : undefined;
      },
    }),
  );
  const whep = relaying.shareWhep((request) => gates.whep.handle(request));
  return makeHttpServer({
    secret,
    allowedOrigins: options.allowedOrigins,
    log: options.log,
    whip: whip.serve,
    whep: whep.serve,
    hls: (url, asking) => gates.hls.handle(url, asking),
    renewHls: (url, fresh) => gates.hls.renew(url, fresh),
    mayRead: (url, cache, signal) => gates.hls.isAllowed(url, cache, signal),
    acceptUpgrade: options.acceptUpgrade,
    findThumbnail: (streamName, form) => relaying.findThumbnail(streamName, form),
    local: {
      whip: whip.serveLocal,
      whep: whep.serveLocal,
      hls: (url, asking) => relaying.localHls(url, asking),
      findThumbnail: (streamName, form) => thumbnailer.find(streamName, form),
    },
    stats: figures.stats,
    metrics: figures.metrics,
  });
}
