import { csrfTokenOf, makeHttpServer } from '../platform/http/index.ts';
import { composeFeatures } from './compose-features.ts';
import { makeGivenValues } from './given-values.ts';
import { makeKit } from './make-kit.ts';
import { runFeatures } from './run-features.ts';
import { serveAllCalls } from './serve-calls.ts';
import { serveSite } from './serve-site.ts';
import type { SiteParts } from './site-parts.ts';

export type { SiteParts } from './site-parts.ts';

export type Site = Awaited<ReturnType<typeof composeSite>>;

/** Makes the site of its features and runs it, but for the port: whoever asked for it listens. */
export async function composeSite(parts: SiteParts) {
  const kit = makeKit(parts);
  const given = await makeGivenValues(parts, kit);
  const house = composeFeatures(kit, given);
  const { features } = house;
  const app = makeHttpServer({ log: kit.log });
  const calls = serveAllCalls(app, parts, kit, features);
  const sockets = await serveSite(app, parts, kit, { given, ...house, calls });
  const running = await runFeatures(parts, kit, { given, ...house, idempotency: calls.idempotency });
  await parts.bus.ready();

  return {
    app,
    accounts: features.identity.accounts,
    /** For each start: the address at which somebody becomes the owner; undefined where there is one. */
    offerOwnership: features.firstOwner.offer,
    nodeTokens: features.sessions.nodeTokens,
    ledger: features.ledger.ledger,
    rooms: features.rooms.rooms,
    hub: features.rooms.hub,
    broadcasts: features.broadcast.broadcasts,
    catalog: features.discovery.catalog,
    reloadBanners: features.banners.reload,
    /** Keeps a notice to somebody, with all that follows from it. */
    notify: features.notifications.notify,
    /** Resolves when everything that was paid and became true has had its effects. */
    settled: running.settled,
    blobs: given.blobs,
    /** Does everything once that is done again and again. */
    doChores: running.doChores,
    csrfOf: (cookie: string) => csrfTokenOf(kit.secretOf('csrf'), cookie),
    mediaSecret: kit.secretOf('media'),
    /** Stops taking work, lets sockets go in slices, finishes what runs; at most ten seconds. */
    async close() {
      running.stopChores();
      await sockets.drain();
      await sockets.closeHttp();
      await running.stopReaders();
      await given.jobs.stop();
      await features.ledger.ledger.idle();
      sockets.stop();
      await running.stopFeatures();
    },
  };
}
