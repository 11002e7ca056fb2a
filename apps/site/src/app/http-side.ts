import { callsByFeature, plannedByFeature } from '@klieg/contract';
import { makePolicy } from '../features/permissions/index.ts';
import type { RoomsFeature } from '../features/rooms/index.ts';
import type { IdentityFeature } from '../features/identity/index.ts';
import type { SessionsFeature, SiteCaller } from '../features/sessions/index.ts';
import {
  type CallRouterOptions,
  type Handlers,
  makeIdempotencyStore,
  type RateLimiter,
  serveCalls,
  servePlanned,
  watchCalls,
} from '../platform/http/index.ts';
import type { Kit } from '../platform/kit.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { SiteParts } from './site-parts.ts';

/** The handlers of all calls; one that is missing does not compile. */
export type AllHandlers = {
  readonly [F in keyof typeof callsByFeature]: Handlers<(typeof callsByFeature)[F], SiteCaller>;
};

/** Origins of the site's own pages. */
export function ownOriginsOf(config: Config): ReadonlySet<string> {
  const origins = new Set([config.publicUrl.toLowerCase()]);
  const { hostname, port } = new URL(config.publicUrl);
  // On one's own machine the names of loopback are one place.
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${name}:${port || 80}`);
  return origins;
}

/** Serves every call of the contract, and keeps the answers of those that spend. */
export function serveAllCalls(
  app: FastifyInstance,
  parts: SiteParts,
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    readonly sessions: SessionsFeature;
    readonly rooms: RoomsFeature;
    readonly rateLimiter: RateLimiter;
    readonly isBlockedCountry: (country: string | null) => boolean;
    readonly handlers: AllHandlers;
  },
) {
  const { clock, log, metrics } = kit;
  const idempotency = makeIdempotencyStore(kit.database);
  const options: CallRouterOptions<SiteCaller> = {
    resolveCaller: uses.sessions.resolveCaller,
    policy: makePolicy({
      accounts: uses.identity.accounts,
      door: uses.rooms.door,
      isTipBlocked: uses.isBlockedCountry,
      clock,
    }),
    rateLimiter: uses.rateLimiter,
    idempotency,
    secret: kit.secretOf('csrf'),
    ownOrigins: ownOriginsOf(parts.config),
    isSecure: parts.config.isSecure,
    isGenerousToLoopback: parts.isDemo,
    checksAnswers: parts.checksAnswers,
    clock,
    log,
    observe: watchCalls(metrics),
  };
  servePlanned(app, plannedByFeature);
  for (const [feature, calls] of Object.entries(callsByFeature))
    serveCalls(app, calls, uses.handlers[feature as keyof AllHandlers] as never, options);
  return { idempotency };
}
