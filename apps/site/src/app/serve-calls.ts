import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callsByFeature, plannedByFeature } from '@klieg/contract';
import type { FastifyInstance } from 'fastify';
import { makePolicy } from '../features/permissions/index.ts';
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
import {
  type AllHandlers,
  joinConditions,
  joinMeParts,
  joinRoomParts,
  listHandlers,
} from './feature-lists.ts';
import { serveJoined } from './serve-joined.ts';
import type { SiteParts } from './site-parts.ts';

/** Files of calls that still run; those of a process that crashed belong to nobody. */
function openIncoming(folder: string) {
  // The folder itself stays: it may be of this user's in a folder that is not.
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    rmSync(join(folder, name), { recursive: true, force: true });
  return makeFolderBlobs(folder);
}

/** Serves every call of the contract. @returns what pages use of them in process, and the store of answers */
export function serveAllCalls(app: FastifyInstance, parts: SiteParts, kit: Kit, features: Features) {
  const { clock, log } = kit;
  const joined = serveJoined(kit, features, {
    room: joinRoomParts(features),
    me: joinMeParts(features),
  });
  const handlers = listHandlers(features, joined);
  const idempotency = makeIdempotencyStore(kit.database);
  const options: CallRouterOptions<SiteCaller> = {
    resolveCaller: features.sessions.resolveCaller,
    policy: makePolicy({
      findNamed: features.identity.findNamed,
      isModerator: features.rooms.moderators.isModerator,
      webmasterOf: ({ site }) => features.sites.brandOf(site).owner_webmaster_username,
      conditions: joinConditions(features),
    }),
    rateLimiter: features.rateLimiter,
    brake: features.brake,
    isRefusedText: features.compliance.isRefusedText,
    costly: features.costly,
    idempotency,
    incoming: openIncoming(join(parts.config.dataDir, 'incoming')),
    secret: kit.secretOf('csrf'),
    ownOrigins: features.ownOrigins,
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
    getFanClub: joined.fanClub.getFanClub,
    media: joined.mediaLibrary.handlers,
    currentUser: joined.me.currentUser,
  };
}
