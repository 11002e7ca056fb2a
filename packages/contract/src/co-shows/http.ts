import { z } from 'zod';
import { calls, ok, okOnly, shape, username, uuid } from '../call.ts';
import { CO_SHOW_PARTNERS_MAX, CO_SHOW_REQUESTS_MAX } from './limits.ts';
import { coShowsRoutes } from './routes.ts';
import { coShow, coShowRequest } from './show-state.ts';

/** A live performer who may be asked. */
const partner = shape({
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  subject: z.string(),
  viewers: z.int(),
});
export type CoShowPartner = z.infer<typeof partner>;

const request = shape({ id: uuid });

export const coShowsCalls = calls(coShowsRoutes, {
  /** The own co-show that runs, the own request that waits, and the requests of others, newest first. */
  getCoShow: {
    who: 'broadcaster',
    rate: 'read',
    response: shape({
      co_show: coShow.nullable(),
      asked: coShowRequest.nullable(),
      requests: z.array(coShowRequest).max(CO_SHOW_REQUESTS_MAX),
    }),
    errors: [],
    ids: [],
  },
  /** Live performers by a part of their names; without one those whom the caller follows or is friends with. */
  findCoShowPartners: {
    who: 'broadcaster',
    rate: 'read',
    query: shape({ q: z.string().max(40).default('') }),
    response: shape({ partners: z.array(partner).max(CO_SHOW_PARTNERS_MAX) }),
    errors: [],
    ids: [],
  },
  /** Asks another performer, who answers at the own studio. Asking the same one again answers the open request. */
  askCoShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ username }),
    response: ok({ request: coShowRequest }),
    errors: [
      'broadcast.not_live',
      'shows.in_show',
      'co_shows.room_closed',
      'co_shows.running',
      'co_shows.asked',
      'co_shows.asked_you',
      'co_shows.too_soon',
    ],
    ids: [],
  },
  /** Takes the own request back. A repeat changes nothing. */
  withdrawCoShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: okOnly,
    errors: [],
    ids: [],
  },
  /** Both rooms show both pictures from now on. A repeat while it runs answers the same. */
  acceptCoShow: {
    who: 'broadcaster',
    rate: 'write',
    params: request,
    body: shape({}),
    response: ok({ co_show: coShow }),
    errors: [
      'broadcast.not_live',
      'shows.in_show',
      'co_shows.gone',
      'co_shows.room_closed',
      'co_shows.running',
    ],
    ids: [],
  },
  declineCoShow: {
    who: 'broadcaster',
    rate: 'write',
    params: request,
    body: shape({}),
    response: okOnly,
    errors: ['co_shows.gone'],
    ids: [],
  },
  /**
   * What both have kept of a co-show: a file for each of them, or several where a picture has changed, which play beside
   * each other on one clock. For both alone, and for nobody once one of them, or somebody in it, does not want it any more.
   */
  getCoShowRecording: {
    who: 'model',
    rate: 'read',
    params: request,
    response: shape({
      state: z.enum(['processing', 'ready']),
      /** Seconds from the first picture of either to the last. */
      duration: z.number(),
      /** Empty until all are ready. */
      tracks: z.array(
        shape({
          username: z.string(),
          displayName: z.string(),
          is_own: z.boolean(),
          /** Opens the file for a quarter of an hour. */
          url: z.string(),
          duration: z.number(),
          /** From this place in the file on it is this second of the recording, until the next. */
          clock: z.array(shape({ file: z.number(), at: z.number() })),
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
  /** Either of the two ends it. A repeat changes nothing. */
  endCoShow: { who: 'broadcaster', rate: 'write', body: shape({}), response: okOnly, errors: [], ids: [] },
});
