import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { callsByFeature, plannedByFeature } from '@klieg/contract';
import type { FastifyInstance } from 'fastify';
import { DAILY_PURCHASE_CENTS } from '../features/billing/index.ts';
import { serveBlocks } from '../features/blocks/index.ts';
import { serveIdentity } from '../features/identity/index.ts';
import { serveLedger } from '../features/ledger/index.ts';
import { servePeople } from '../features/people/index.ts';
import { makePolicy } from '../features/permissions/index.ts';
import { serveRooms } from '../features/rooms/index.ts';
import type { SiteCaller } from '../features/sessions/index.ts';
import { makeFolderBlobs } from '../platform/blobs/index.ts';
import {
  type CallRouterOptions,
  makeIdempotencyStore,
  serveCalls,
  servePlanned,
  watchCalls,
} from '../platform/http/index.ts';
import type { Kit } from '../platform/kit.ts';
import type { Features } from './compose-features.ts';
import { type AllHandlers, joinMeParts, joinRoomParts, listHandlers } from './feature-lists.ts';
import { ownOriginsOf } from './own-origins.ts';
import type { SiteParts } from './site-parts.ts';

export type Joined = ReturnType<typeof serveJoined>;

/** Answers of several features together: what can be served only when all of them are there. */
function serveJoined(kit: Kit, features: Features) {
  const { sessions } = features;
  const rooms = serveRooms(kit, { ...features, parts: joinRoomParts(features) });
  const me = serveIdentity<SiteCaller>(kit, {
    ...features,
    parts: joinMeParts(features),
    openSession: sessions.logins.open,
    issueNodeToken: (caller) => sessions.nodeTokens.issue(caller, null),
    greet: sessions.logins.greet,
    supportContact: features.supportEmail,
  });
  const people = servePeople(kit, features);
  const ledger = serveLedger<SiteCaller>(kit, {
    ...features,
    purchaseLimitCents: DAILY_PURCHASE_CENTS,
    boughtTodayCents: features.billing.orders.boughtToday,
  });
  return { rooms, me, people, ledger, blocks: serveBlocks(features) };
}

/** Files of calls that still run; those of a process that crashed belong to nobody. */
function openIncoming(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  return makeFolderBlobs(folder);
}

/** Serves every call of the contract. @returns what pages use of them in process, and the store of answers */
export function serveAllCalls(app: FastifyInstance, parts: SiteParts, kit: Kit, features: Features) {
  const { clock, log } = kit;
  const joined = serveJoined(kit, features);
  const handlers = listHandlers(features, joined);
  const idempotency = makeIdempotencyStore(kit.database);
  const options: CallRouterOptions<SiteCaller> = {
    resolveCaller: features.sessions.resolveCaller,
    policy: makePolicy({
      accounts: features.identity.accounts,
      door: features.rooms.door,
      isTipBlocked: features.isBlockedCountry,
      clock,
    }),
    rateLimiter: features.rateLimiter,
    idempotency,
    incoming: openIncoming(join(parts.config.dataDir, 'incoming')),
    secret: kit.secretOf('csrf'),
    ownOrigins: ownOriginsOf(parts.config),
    isSecure: features.isSecure,
    isGenerousToLoopback: features.isGenerousToLoopback,
    checksAnswers: parts.checksAnswers,
    clock,
    log,
    observe: watchCalls(kit.metrics),
  };
  servePlanned(app, plannedByFeature);
  for (const [feature, calls] of Object.entries(callsByFeature))
    serveCalls(app, calls, handlers[feature as keyof AllHandlers] as never, options);
  return {
    idempotency,
    getRoom: joined.rooms.getRoom,
    getBio: joined.people.getBio,
    currentUser: joined.me.currentUser,
  };
}
