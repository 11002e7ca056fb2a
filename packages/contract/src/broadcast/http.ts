import { z } from 'zod';
import { text, written } from '../event-fields.ts';
import { calls, cursorList, instant, ok, page, shape, username, uuid } from '../call.ts';
import { chatMode, chatStatus, fanLevel, streamingTech } from '../enums.ts';
import { MEDIA_NAME_MAX, MEDIA_PRICE_MAX, MEDIA_TAGS_MAX } from '../media-library/limits.ts';
import { tagSlug } from '../media-library/read-calls.ts';
import { mediaStatus } from '../media-library/shapes.ts';
import { VOYEUR_CAMERAS } from '../voyeur/limits.ts';
import { CO_PERFORMERS_MAX } from '../consents/limits.ts';
import { iceServer } from '../relays/ice-server.ts';
import { CLIP_SECONDS } from './clip-limits.ts';
import { broadcastLateRoutes, broadcastRoutes } from './routes.ts';

const warning = shape({ code: z.string(), text: z.string() });

const streamerSettings = shape({
  streaming_tech: streamingTech,
  obs: shape({
    server_rtmp: z.string().nullable(),
    server_whip: z.string(),
    stream_key_masked: z.string().nullable(),
    keyframe_seconds: z.literal(2),
    bitrate_kbps_max: z.int(),
    b_frames: z.literal(0),
  }),
  standby_allowed: z.boolean(),
  standby_enabled: z.boolean(),
  standby_notifications_enabled: z.boolean(),
  webrtc: shape({
    width_min: z.literal(320),
    height_min: z.literal(240),
    width_max: z.literal(640),
    height_max: z.literal(480),
    fps_min: z.literal(10),
    fps_max: z.literal(30),
    bitrate_kbps_max: z.int(),
  }),
  warnings: z.array(warning),
});

const streamerSettingsChange = shape({
  streaming_tech: streamingTech.optional(),
  standby_enabled: z.boolean().optional(),
  standby_notifications_enabled: z.boolean().optional(),
}).refine((fields) => Object.keys(fields).length > 0, 'required');

const nowCalls = calls(broadcastRoutes, {
  getStreamerSettings: {
    who: 'model',
    rate: 'read',
    response: streamerSettings,
    errors: [],
    ids: ['LIVE-VIDEO-003', 'LIVE-VIDEO-014', 'LIVE-VIDEO-015'],
  },
  saveStreamerSettings: {
    who: 'model',
    rate: 'write',
    body: streamerSettingsChange,
    response: streamerSettings,
    errors: ['broadcast.standby_not_allowed'],
    ids: ['LIVE-VIDEO-036'],
  },
  createStreamKey: {
    who: 'broadcaster',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({}),
    response: shape({ stream_key: z.string(), server_rtmp: z.string().nullable(), server_whip: z.string() }),
    errors: ['broadcast.not_approved'],
    ids: ['LIVE-VIDEO-029'],
  },
  setBroadcastMode: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ mode: z.enum(['online', 'standby']) }),
    response: ok({}).extend({ status: chatStatus }),
    errors: ['broadcast.not_live', 'broadcast.standby_not_allowed'],
    ids: ['LIVE-VIDEO-025'],
  },
  startBroadcast: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      streaming_tech: streamingTech,
      subject: text(250).optional(),
      category: z.enum(['solo', 'group']).optional(),
      /** Consents of others who are in the picture. */
      co_performers: z.array(uuid).max(CO_PERFORMERS_MAX).optional(),
      audio_only: z.boolean().default(false),
      test: z.boolean().default(false),
    }),
    publicText: ['subject'],
    response: shape({
      broadcast_id: uuid,
      ingest: shape({
        whip_url: z.string(),
        token: z.string(),
        ice_servers: z.array(iceServer),
      }).nullable(),
      stream_name: z.string(),
      expires_at: instant,
    }),
    errors: [
      'broadcast.not_approved',
      'broadcast.banned',
      'broadcast.already_live',
      'compliance.consent_missing',
      'compliance.text_refused',
    ],
    ids: ['LIVE-VIDEO-029'],
  },
  stopBroadcast: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ reason: z.string().max(100).optional() }),
    response: ok({}).extend({ status: z.literal('offline') }),
    errors: [],
    ids: ['LIVE-VIDEO-027'],
  },
  getBroadcast: {
    who: 'model',
    rate: 'read',
    response: shape({
      live: z.boolean(),
      broadcast_id: uuid.nullable(),
      since: instant.nullable(),
      status: chatStatus,
      viewers: z.int(),
      bitrate_kbps: z.int(),
      fps: z.int(),
      width: z.int(),
      height: z.int(),
      packet_loss_percent: z.number(),
      /** Loudness of the last seconds; null without sound. */
      loudness_lufs: z.number().nullable(),
      b_frames: z.boolean(),
      warnings: z.array(warning),
      earned_tokens: z.int(),
    }),
    errors: [],
    ids: [],
  },
  listRecordings: {
    who: 'model',
    rate: 'read',
    query: shape(page('id')),
    response: cursorList(
      shape({
        id: uuid,
        kind: z.enum(['public', 'private', 'limited']),
        /** (added) A clip of the last seconds of a public stream. */
        is_clip: z.boolean(),
        started_at: instant,
        /** Seconds; null until the file is whole. */
        duration: z.number().nullable(),
        size_bytes: z.int().nullable(),
        thumbnail_url: z.string().nullable(),
        state: z.enum(['recording', 'processing', 'ready', 'failed', 'withdrawn']),
        /**
         * (added) Seconds that can already be seen of a recording that is still written; null: none, or it is a file.
         */
        written: z.number().nullable(),
        /** (added) Where its owner watches it while it is written: a growing HLS playlist. */
        playlist_url: z.string().nullable(),
        /** (added) Parts of the file where nothing could be kept, in seconds. */
        gaps: z.array(shape({ from: z.number(), to: z.number() })),
        show_id: uuid.nullable(),
        /** (added) The co-show it belongs to; the partner's picture plays beside it. */
        co_show_id: uuid.nullable(),
        /** The media it was published as, with its state; null: not offered. */
        media_id: z.int().nullable(),
        media_status: mediaStatus.nullable(),
        /** The reason staff gave. */
        media_reject_reason: z.string().nullable(),
        /** The page of it. */
        media_url: z.string().nullable(),
      }),
    ),
    errors: [],
    ids: [],
  },
  deleteRecording: {
    who: 'model',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({}),
    response: ok({}),
    errors: ['common.not_found'],
    ids: [],
  },
  getRecordingUrl: {
    who: 'model',
    rate: 'read',
    params: shape({ id: uuid }),
    response: shape({ url: z.string() }),
    errors: ['common.not_found'],
    ids: [],
  },
  getSpyPreviewDuration: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: shape({ username }),
    /** 0: the caller has no free preview left today. */
    response: shape({ seconds: z.int().min(0).max(60) }),
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: ['SHOWS-004', 'SHOWS-023'],
  },
  getStreamToken: {
    who: 'guest',
    conditions: ['av', 'room'],
    rate: 'media',
    params: shape({ username }),
    body: shape({
      want: z.enum(['ws', 'hls', 'whep']).default('ws'),
      /** Ids of renditions, separated by commas; absent: all. */
      rendition: z
        .string()
        .regex(/^[a-z0-9]{1,10}(?:,[a-z0-9]{1,10}){0,7}$/)
        .optional(),
      /** Of a voyeur room: the camera that everybody sees. */
      camera: z.enum(VOYEUR_CAMERAS).optional(),
    }),
    response: shape({
      stream_name: z.string(),
      token: z.string(),
      expires_at: instant,
      urls: shape({ ws: z.string(), hls: z.string(), whep: z.string() }),
      renditions: z.array(z.string()),
      mode: chatMode,
    }),
    errors: [
      'rooms.not_found',
      'rooms.banned',
      'rooms.offline',
      'rooms.password_required',
      'rooms.card_required',
      'broadcast.not_entitled',
    ],
    ids: ['LIVE-VIDEO-033', 'LIVE-VIDEO-034'],
  },
});

const lateCalls = calls(broadcastLateRoutes, {
  startNetworkCheck: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: shape({ url: z.string(), token: z.string(), expires_at: instant }),
    errors: ['broadcast.not_approved', 'broadcast.already_live'],
    ids: ['LIVE-VIDEO-029'],
  },
  /** (added) The last seconds of the public stream become a file among the recordings. */
  createClip: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ seconds: z.int().min(CLIP_SECONDS.min).max(CLIP_SECONDS.max) }),
    response: shape({ id: uuid, state: z.literal('processing') }),
    errors: [
      'broadcast.not_approved',
      'broadcast.not_live',
      'broadcast.clip_not_public',
      'broadcast.clip_too_soon',
    ],
    ids: [],
  },
  /**
   * All files of the recording become one video of the media library, which staff reviews first. A repeat answers the
   * same.
   */
  publishRecording: {
    who: 'model',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({
      name: written().min(1).max(MEDIA_NAME_MAX),
      token_price: z.int().min(0).max(MEDIA_PRICE_MAX),
      fanclub_access_level: fanLevel.nullable().default(null),
      tags: z
        .array(tagSlug)
        .max(MEDIA_TAGS_MAX)
        .refine((list) => new Set(list).size === list.length, 'duplicate')
        .default([]),
    }),
    response: ok({ media_id: z.int() }),
    errors: [
      'compliance.consent_missing',
      'compliance.text_refused',
      'common.not_found',
      'broadcast.recording_not_ready',
      'broadcast.recording_failed',
      'broadcast.recording_withdrawn',
      'broadcast.recording_withheld',
      'broadcast.recording_of_show',
    ],
    ids: [],
  },
});

export const broadcastCalls = { ...nowCalls, ...lateCalls };
