import { z } from 'zod';
import { calls, instant, ok, shape, username, uuid } from '../call.ts';
import { chatMode, chatStatus, streamingTech } from '../enums.ts';
import { broadcastRoutes } from './routes.ts';

const warning = shape({ code: z.string(), text: z.string() });

export const broadcastCalls = calls(broadcastRoutes, {
  getStreamerSettings: {
    who: 'model',
    rate: 'read',
    response: shape({
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
    }),
    errors: [],
    ids: ['LIVE-VIDEO-003', 'LIVE-VIDEO-014', 'LIVE-VIDEO-015'],
  },
  startBroadcast: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      streaming_tech: streamingTech,
      subject: z.string().max(250).optional(),
      category: z.enum(['solo', 'group']).optional(),
      audio_only: z.boolean().default(false),
      test: z.boolean().default(false),
    }),
    response: shape({
      broadcast_id: uuid,
      ingest: shape({
        whip_url: z.string(),
        token: z.string(),
        ice_servers: z.array(z.record(z.string(), z.unknown())),
      }).nullable(),
      stream_name: z.string(),
      expires_at: instant,
    }),
    errors: ['broadcast.not_approved', 'broadcast.already_live'],
    ids: ['LIVE-VIDEO-029'],
  },
  stopBroadcast: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ reason: z.string().max(100).optional() }),
    response: ok({}).extend({ status: z.literal('offline') }),
    errors: ['broadcast.not_live'],
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
      b_frames: z.boolean(),
      warnings: z.array(warning),
      earned_tokens: z.int(),
    }),
    errors: [],
    ids: [],
  },
  getStreamToken: {
    who: 'guest',
    conditions: ['av', 'room'],
    rate: 'media',
    params: shape({ username }),
    body: shape({
      want: z.enum(['ws', 'hls', 'whep']).default('ws'),
      rendition: z.string().max(40).optional(),
    }),
    response: shape({
      stream_name: z.string(),
      token: z.string(),
      expires_at: instant,
      urls: shape({ ws: z.string(), hls: z.string().nullable(), whep: z.string().nullable() }),
      renditions: z.array(z.string()),
      mode: chatMode,
    }),
    errors: ['rooms.not_found', 'rooms.offline'],
    ids: ['LIVE-VIDEO-033'],
  },
});
