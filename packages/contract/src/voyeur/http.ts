import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, username } from '../call.ts';
import { iceServer } from '../relays/ice-server.ts';
import { VOYEUR_CAMERAS, VOYEUR_LIMITS } from './limits.ts';
import { voyeurRoutes, voyeurStaffRoutes } from './routes.ts';

const target = shape({ username });
const cameraName = z.enum(VOYEUR_CAMERAS);
const oneCamera = shape({ name: cameraName });

/** What a tip of the same person would be refused with. */
const spendErrors = [
  'ledger.not_enough_tokens',
  'ledger.postpay_card_fail',
  'ledger.postpay_limit',
  'ledger.over_daily_limit',
  'ledger.user_daily_limit',
  'ledger.model_cannot_spend',
  'compliance.tip_geo_block_receiver',
  'compliance.tip_geo_block_sender',
  'tipping.target_closed',
  'rooms.not_found',
  'rooms.banned',
  'common.not_self',
] as const;

const houseCamera = shape({
  name: cameraName,
  /** `waiting` for its first picture, `missing` once it has stopped. */
  state: z.enum(['off', 'waiting', 'live', 'missing']),
  /** Everybody sees it now. */
  shown: z.boolean(),
  /** It is shown while nobody controls. */
  home: z.boolean(),
  stream_key_masked: z.string().nullable(),
  thumb_url: z.string(),
});
export type HouseCamera = z.infer<typeof houseCamera>;

const house = shape({
  cameras: z.array(houseCamera),
  server_rtmp: z.string().nullable(),
  server_whip: z.string(),
});
export type VoyeurHouse = z.infer<typeof house>;

const voyeurRoom = shape({ username, display_name: z.string(), live: z.boolean() });
export type VoyeurRoomLine = z.infer<typeof voyeurRoom>;

export const voyeurCalls = calls(
  { ...voyeurRoutes, ...voyeurStaffRoutes },
  {
    /** A house as the caller may watch it. The picture: stream/{username}/token with camera. */
    getVoyeur: {
      who: 'guest',
      conditions: ['room'],
      rate: 'read',
      params: target,
      response: shape({
        /** Only cameras that are there. */
        rooms: z.array(
          shape({
            name: cameraName,
            thumb_url: z.string(),
            /** Everybody sees it now. */
            active: z.boolean(),
            /** It has a picture. */
            live: z.boolean(),
          }),
        ),
        free_seconds_left: z.int(),
        /** Bought, and not used yet. */
        paid_seconds_left: z.int(),
        cost_per_minute: z.int(),
        control: shape({
          cost: z.int(),
          seconds: z.int(),
          /** Somebody controls it; the room is not told who. */
          busy: z.boolean(),
          /** The caller's own name, where they have it. */
          holder: z.string().nullable(),
          ends_at: instant.nullable(),
          queue: z.int(),
          /** Own place: 0 has the control, 1 is next. */
          place: z.int().nullable(),
        }),
      }),
      errors: ['rooms.not_found', 'rooms.banned', 'shows.no_voyeur_room'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** Holds all the minutes or none; more minutes are added to what is left. */
    buyVoyeurTime: {
      who: 'user',
      conditions: ['av', 'room', 'pay', 'not_self'],
      rate: 'spend',
      spends: true,
      params: target,
      /** The price that was shown; another one now is refused. */
      body: shape({
        minutes: z.int().min(1).max(VOYEUR_LIMITS.minutes_max),
        cost_per_minute: z.int(),
      }),
      response: ok({ seconds_left: z.int(), tokens: z.int() }),
      errors: ['shows.no_voyeur_room', 'rooms.offline', 'common.price_changed', ...spendErrors],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) Unused time is refunded. A repeat answers the same. */
    stopVoyeurTime: {
      who: 'user',
      rate: 'write',
      params: target,
      body: shape({}),
      response: ok({ tokens_charged: z.int(), tokens: z.int() }),
      errors: ['rooms.not_found'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** A turn at the camera that everybody sees; it waits where somebody else has it. */
    takeVoyeurControl: {
      who: 'user',
      conditions: ['av', 'room', 'pay', 'not_self'],
      rate: 'spend',
      spends: true,
      params: target,
      /** The price that was shown; another one now is refused. */
      body: shape({ camera: cameraName, cost: z.int() }),
      response: ok({
        seconds: z.int(),
        tokens: z.int(),
        /** 0: it has begun. */
        place: z.int(),
      }),
      errors: [
        'shows.no_voyeur_room',
        'shows.control_taken',
        'rooms.offline',
        'common.price_changed',
        ...spendErrors,
      ],
      ids: ['LIVE-VIDEO-012'],
    },
    /** (added) A turn that waits goes back; one that runs ends, and is paid in full. */
    stopVoyeurControl: {
      who: 'user',
      rate: 'write',
      params: target,
      body: shape({}),
      response: okOnly,
      errors: ['rooms.not_found'],
      ids: ['LIVE-VIDEO-012'],
    },
    /** (added) The caller's house. */
    getVoyeurHouse: {
      who: 'broadcaster',
      rate: 'read',
      response: house,
      errors: ['shows.no_voyeur_room'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) Switches a camera on and returns the token to send it; a repeat returns a fresh token. */
    openVoyeurCamera: {
      who: 'broadcaster',
      rate: 'media',
      params: oneCamera,
      body: shape({}),
      response: shape({
        whip_url: z.string(),
        token: z.string(),
        ice_servers: z.array(iceServer),
      }),
      errors: ['shows.no_voyeur_room', 'broadcast.banned'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) Switches it off, at once. */
    closeVoyeurCamera: {
      who: 'broadcaster',
      rate: 'write',
      params: oneCamera,
      body: shape({}),
      response: house,
      errors: ['shows.no_voyeur_room'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) The camera that is shown while nobody controls. */
    showVoyeurCamera: {
      who: 'broadcaster',
      rate: 'write',
      params: oneCamera,
      body: shape({}),
      response: house,
      errors: ['shows.no_voyeur_room'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) A key for an encoder to send this camera; replaces the one before. */
    createVoyeurKey: {
      who: 'broadcaster',
      conditions: ['sudo'],
      rate: 'write',
      params: oneCamera,
      body: shape({}),
      response: shape({
        stream_key: z.string(),
        server_rtmp: z.string().nullable(),
        server_whip: z.string(),
      }),
      errors: ['shows.no_voyeur_room'],
      ids: ['LIVE-VIDEO-011'],
    },
    /** (added) All rooms that show houses. */
    listVoyeurRooms: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'read',
      response: shape({ items: z.array(voyeurRoom) }),
      errors: [],
      ids: ['IDENTITY-019'],
    },
    /** (added) Makes a performer's room a voyeur room, or a usual one again, which ends its cameras. */
    setVoyeurRoom: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'write',
      params: target,
      body: shape({ isVoyeurCam: z.boolean() }),
      response: ok({ items: z.array(voyeurRoom) }),
      errors: ['rooms.not_found', 'broadcast.already_live'],
      ids: ['IDENTITY-019'],
    },
  },
);
