import { z } from 'zod';
import { calls, instant, okOnly, shape } from '../call.ts';
import { PLAYBACK_DAYS, REPORT_MS_MAX, STALLS_MAX, START_MS_MAX } from './limits.ts';
import { playbackRoutes, playbackStaffRoutes } from './routes.ts';

/** How a live picture comes: by WebSocket, by HLS or by WebRTC. */
export const playbackWay = z.enum(['ws', 'hls', 'whep']);
export type PlaybackWay = z.infer<typeof playbackWay>;

/** What viewers experienced in a period. Times are in milliseconds; null: no reports. */
const figures = {
  /** Live pictures that were begun. */
  plays: z.int(),
  /** Those that never started. */
  failures: z.int(),
  watched_hours: z.number(),
  /** From the request to the first moving picture: median and 95th percentile. */
  start_p50_ms: z.int().nullable(),
  start_p95_ms: z.int().nullable(),
  stalls_per_hour: z.number().nullable(),
  /** Share of the watching time in which the picture stood still. */
  stalled_percent: z.number().nullable(),
  latency_p50_ms: z.int().nullable(),
  latency_p95_ms: z.int().nullable(),
};
const playbackFigures = shape(figures);
export type PlaybackFigures = z.infer<typeof playbackFigures>;

const playbackAnswer = shape({
  total: playbackFigures,
  ways: z.array(shape({ way: playbackWay, ...figures })),
  /** How long each of the points is: an hour, or a day. */
  step_hours: z.int(),
  /** Oldest first; includes hours in which nobody watched. */
  points: z.array(shape({ at: instant, ...figures })),
});
export type PlaybackAnswer = z.infer<typeof playbackAnswer>;

export const playbackCalls = {
  ...calls(playbackRoutes, {
    reportPlayback: {
      who: 'guest',
      openToSuspended: true,
      rate: 'log',
      body: shape({
        way: playbackWay,
        /** The first report about this picture. */
        is_first: z.boolean(),
        /** From the request to the first moving picture, in the first report; null: none came. */
        start_ms: z.int().min(0).max(START_MS_MAX).nullable(),
        /** The following are of the time since the report before. */
        watched_ms: z.int().min(0).max(REPORT_MS_MAX),
        stalls: z.int().min(0).max(STALLS_MAX),
        stalled_ms: z.int().min(0).max(REPORT_MS_MAX),
        /** How far behind the performer the picture is; null: not known. */
        latency_ms: z.int().min(0).max(START_MS_MAX).nullable(),
      }),
      response: okOnly,
      errors: [],
      ids: ['LIVE-VIDEO-029'],
    },
  }),
  ...calls(playbackStaffRoutes, {
    readPlayback: {
      who: 'admin',
      rate: 'read',
      query: shape({ days: z.enum(PLAYBACK_DAYS).default('1') }),
      response: playbackAnswer,
      errors: [],
      ids: ['LIVE-VIDEO-029'],
    },
  }),
};
