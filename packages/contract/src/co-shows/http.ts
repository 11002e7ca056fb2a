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
  /** The caller's running co-show, own open request, and the requests of others, newest first. */
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
  /** Live performers whose name contains a text; without a text, those the caller follows or is friends with. */
  findCoShowPartners: {
    who: 'broadcaster',
    rate: 'read',
    query: shape({ q: z.string().max(40).default('') }),
    response: shape({ partners: z.array(partner).max(CO_SHOW_PARTNERS_MAX) }),
    errors: [],
    ids: [],
  },
  /** Asks another performer, who answers in their studio. Asking the same one again returns the open request. */
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
  /** Withdraws the own request. A repeat changes nothing. */
  withdrawCoShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: okOnly,
    errors: [],
    ids: [],
  },
  /** From now on both rooms show both pictures. A repeat while it runs answers the same. */
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
   * The recording of a co-show: one file for each performer, or several after picture changes, played side by side on
   * one clock. Visible to the two only, and to nobody once one of them, or a person in it, objects.
   */
  getCoShowRecording: {
    who: 'model',
    rate: 'read',
    params: request,
    response: shape({
      state: z.enum(['processing', 'ready']),
      /** Seconds from the first to the last picture of either. */
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
          /** From this position in the file on it is this second of the recording, until the next entry. */
          clock: z.array(shape({ file: z.number(), at: z.number() })),
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
  /** Either of the two may end it. A repeat changes nothing. */
  endCoShow: { who: 'broadcaster', rate: 'write', body: shape({}), response: okOnly, errors: [], ids: [] },
});
