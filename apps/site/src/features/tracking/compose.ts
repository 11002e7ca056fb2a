import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { FactReader } from '../../platform/events/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Brake, RateLimiter } from '../../platform/http/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ShowsFeature } from '../shows/index.ts';
import { makeLateTrackingHandlers } from './late-tracking.http.ts';
import { makeTrackingPart } from './me-part.ts';
import { makeOnAccountMade } from './on-account-made.ts';
import { servePixel } from './pixel.ts';
import { serveCspReports } from './serve-csp-reports.ts';
import { countStuckVideos } from './stuck-video-metrics.ts';
import { makeTrackingHandlers } from './tracking.http.ts';
import { makeTrackingStore } from './tracking-store.ts';

/** What pages report of their own troubles, and what they tell of visits with the visitor's consent. */
export function composeTracking(
  {
    log,
    metrics,
    database,
    clock,
    secretOf,
  }: Pick<Kit, 'log' | 'metrics' | 'database' | 'clock' | 'secretOf'>,
  uses: {
    readonly shows: Pick<ShowsFeature, 'privates'>;
    readonly rateLimiter: RateLimiter;
    readonly brake: Brake;
    readonly visitorOf: VisitorOf;
  },
) {
  const store = makeTrackingStore(database);
  const visits = metrics.counter({
    name: 'klieg_pixel_visits_total',
    help: 'Visits that a pixel has counted, by whether an advert brought them',
    labelNames: ['advert'],
  });
  const chores: readonly Chore[] = [
    { failure: 'old reports of pages could not be dropped', everyMs: MINUTE_MS, on: 'one', run: store.prune },
  ];
  const factReaders: readonly FactReader[] = [{ name: 'tracking', on: [makeOnAccountMade({ store })] }];
  return {
    chores,
    factReaders,
    mePart: makeTrackingPart(store),
    routes(app: FastifyInstance) {
      servePixel(app, (advert) => visits.inc({ advert: advert === null ? 'no' : 'yes' }));
      serveCspReports(app, { clock, log, metrics, ...uses });
    },
    handlers: {
      ...makeTrackingHandlers<SiteCaller>({ log, onStuckVideo: countStuckVideos(metrics) }),
      ...makeLateTrackingHandlers({
        store,
        isInPrivate: uses.shows.privates.hasRunningWith,
        key: secretOf('fingerprints'),
        clock,
      }),
    },
  };
}
