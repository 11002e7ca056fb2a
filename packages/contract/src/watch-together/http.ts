import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, username, uuid } from '../call.ts';
import { watchTogetherRoutes } from './routes.ts';
import { watchMedia, watchMediaId } from './watch-state.ts';

const target = shape({ username });

export const watchTogetherCalls = calls(watchTogetherRoutes, {
  /** (added) What the caller may watch with this performer, the newest first. */
  listWatchable: {
    who: 'user',
    conditions: ['room', 'password'],
    rate: 'read',
    params: target,
    query: shape(page('id')),
    response: cursorList(watchMedia),
    errors: ['rooms.not_found', 'rooms.banned', 'rooms.password_required'],
    ids: ['LIVE-VIDEO-002'],
  },
  /** (added) The video that is watched, with an address of the caller's own that plays it for a quarter of an hour. */
  openWatched: {
    who: 'user',
    rate: 'read',
    params: target,
    response: shape({ watch_id: uuid, media: watchMedia, url: z.string(), expires_at: instant }),
    errors: ['rooms.not_found', 'shows.not_running', 'media_library.locked'],
    ids: ['LIVE-VIDEO-002'],
  },
  /** By the payer of the private that runs there. While one is proposed already, the answer is that one. */
  proposeWatch: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ media_id: watchMediaId }),
    response: ok({ watch_id: uuid, media: watchMedia }),
    errors: ['rooms.not_found', 'shows.not_running', 'shows.watch_unavailable', 'media_library.locked'],
    ids: ['LIVE-VIDEO-002', 'LIVE-VIDEO-031', 'LIVE-VIDEO-032'],
  },
  /** By either side. The performer's first play agrees, her close before it declines. */
  controlWatch: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({
      action: z.enum(['play', 'pause', 'seek', 'close']),
      /** Required to seek; otherwise absent: the current position. */
      position_ms: z.int().min(0).optional(),
    }).refine(({ action, position_ms: position }) => action !== 'seek' || position !== undefined, {
      path: ['position_ms'],
      message: 'Seeking needs a position',
    }),
    response: okOnly,
    errors: ['rooms.not_found', 'shows.not_running'],
    ids: ['LIVE-VIDEO-002'],
  },
});
