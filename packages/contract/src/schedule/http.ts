import { z } from 'zod';
import { calls, day, instant, ok, shape, username, uuid } from '../call.ts';
import { text } from '../event-fields.ts';
import {
  STREAM_KINDS,
  STREAM_MINUTES_MAX,
  STREAM_MINUTES_MIN,
  STREAM_TITLE_MAX,
  STREAMS_MAX,
} from './limits.ts';
import { scheduleRoutes } from './routes.ts';
import { timeZone } from './time-zone.ts';

/** An announced stream on one day. */
const streamDate = shape({
  /** The stream. */
  id: uuid,
  /** The day it begins, in its own zone: identifies this date together with `id`. */
  date: day,
  title: z.string(),
  kind: z.enum(STREAM_KINDS),
  is_weekly: z.boolean(),
  starts_at: instant,
  ends_at: instant,
  is_canceled: z.boolean(),
  /** The caller has a reminder for this stream. */
  is_reminded: z.boolean(),
});
export type StreamDate = z.infer<typeof streamDate>;

/** What a performer says of a stream. */
const streamTerms = {
  title: text(STREAM_TITLE_MAX)
    .transform((given) => given.replaceAll(/\s+/g, ' ').trim())
    .refine((given) => given !== '', 'required'),
  kind: z.enum(STREAM_KINDS),
  /** The day of a single stream, or the first of a weekly one; in `time_zone`, as is `time`. */
  date: day,
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  duration_minutes: z.int().min(STREAM_MINUTES_MIN).max(STREAM_MINUTES_MAX),
  time_zone: timeZone,
  is_weekly: z.boolean(),
};

const ownStream = shape({
  id: uuid,
  ...streamTerms,
  title: z.string(),
  /** The next ones, at most six. */
  dates: z.array(shape({ date: day, starts_at: instant, is_canceled: z.boolean() })).max(6),
});
export type OwnStream = z.infer<typeof ownStream>;

const ownSchedule = { streams: z.array(ownStream).max(STREAMS_MAX) };

export const scheduleCalls = calls(scheduleRoutes, {
  /** Announcements of the next four weeks, soonest first, at most twelve dates. */
  getSchedule: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: shape({ username }),
    response: shape({ dates: z.array(streamDate).max(12) }),
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: [],
  },
  /** Switches the reminder for all dates of a stream. A repeat changes nothing. */
  remindOfStream: {
    who: 'user',
    conditions: ['room', 'not_self'],
    rate: 'write',
    params: shape({ username, id: uuid }),
    body: shape({ remind: z.boolean() }),
    response: ok({ is_reminded: z.boolean() }),
    errors: [
      'rooms.not_found',
      'rooms.banned',
      'common.not_self',
      'schedule.stream_gone',
      'schedule.reminders_full',
    ],
    ids: [],
  },
  getOwnSchedule: {
    who: 'broadcaster',
    rate: 'read',
    response: shape(ownSchedule),
    errors: [],
    ids: [],
  },
  /** The page chooses the id, so that a repeat does not create a second stream. */
  saveStream: {
    who: 'broadcaster',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape(streamTerms),
    publicText: ['title'],
    response: ok(ownSchedule),
    errors: [
      'schedule.full',
      'schedule.not_to_come',
      'schedule.too_far',
      'schedule.stream_gone',
      'compliance.text_refused',
    ],
    ids: [],
  },
  /** With its reminders; a repeat changes nothing. */
  removeStream: {
    who: 'broadcaster',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({}),
    response: ok(ownSchedule),
    errors: [],
    ids: [],
  },
  /** One date is canceled, or takes place again. */
  cancelStreamDate: {
    who: 'broadcaster',
    rate: 'write',
    params: shape({ id: uuid, date: day }),
    body: shape({ is_canceled: z.boolean() }),
    response: ok(ownSchedule),
    errors: ['schedule.stream_gone', 'schedule.date_gone'],
    ids: [],
  },
});
