import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, username, uuid } from '../call.ts';
import { iceServer } from '../relays/ice-server.ts';
import { sharecamRoutes } from './routes.ts';

const target = shape({ username });
const request = shape({ id: uuid });

export const sharecamCalls = calls(sharecamRoutes, {
  /**
   * Asks the performer to look at the caller's camera; nothing is sent before they accept. Asking again returns the
   * open request.
   */
  requestSharecam: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'not_self'],
    rate: 'write',
    params: target,
    /** With sound: the performer is told before accepting. */
    body: shape({ audio: z.boolean().default(false) }),
    response: ok({ request_id: uuid, expires_at: instant }),
    errors: [
      'shows.sharecam_unavailable',
      'shows.already_requested',
      'rooms.not_found',
      'rooms.banned',
      'rooms.password_required',
      'common.not_self',
    ],
    ids: ['LIVE-VIDEO-028', 'LIVE-VIDEO-035'],
  },
  /** A repeat while it runs returns a fresh token, valid for a minute. */
  acceptSharecam: {
    who: 'broadcaster',
    rate: 'write',
    params: request,
    body: shape({}),
    response: ok({ viewer_stream_name: z.string(), token: z.string() }),
    errors: ['shows.request_gone', 'shows.sharecam_unavailable'],
    ids: ['LIVE-VIDEO-004'],
  },
  declineSharecam: {
    who: 'broadcaster',
    rate: 'write',
    params: request,
    body: shape({}),
    response: okOnly,
    errors: ['shows.request_gone'],
    ids: ['LIVE-VIDEO-005', 'ERRORS-058'],
  },
  /** Where to send the caller's camera and with which token, once the performer has accepted. */
  publishSharecam: {
    who: 'user',
    rate: 'media',
    params: target,
    body: shape({ request_id: uuid }),
    response: shape({
      whip_url: z.string(),
      token: z.string(),
      ice_servers: z.array(iceServer),
    }),
    errors: ['shows.request_gone', 'rooms.not_found'],
    ids: ['LIVE-VIDEO-001', 'LIVE-VIDEO-028'],
  },
  /**
   * Withdraws a request or ends the camera, at once; the performer names the `viewer`. If it is already over, that is
   * no error.
   */
  stopSharecam: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ viewer: username.optional() }),
    response: okOnly,
    errors: ['rooms.not_found'],
    ids: ['LIVE-VIDEO-028'],
  },
});
