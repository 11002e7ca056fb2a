import { makeNotices, makeOutbox } from '../platform/events/index.ts';
import type { Kit } from '../platform/kit.ts';
import { makeAccountFeed } from '../platform/sockets/index.ts';
import { deriveSecret } from './config.ts';
import type { SiteParts } from './site-parts.ts';

/** What every feature may use, made of what the process was given. */
export function makeKit({ config, database, bus, clock, log, metrics }: SiteParts): Kit {
  return {
    database,
    bus,
    clock,
    log,
    metrics,
    notices: makeNotices(bus, log),
    outbox: makeOutbox({ database, log }),
    feed: makeAccountFeed(bus),
    secretOf: (purpose) => deriveSecret(config.secret, purpose),
    logged: (what) => (error) => log.error({ err: error }, what),
  };
}
