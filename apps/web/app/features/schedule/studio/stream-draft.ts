import type { ArgumentsOf, Api, OwnStream } from '@klieg/contract';
import {
  STREAM_MINUTES_DEFAULT,
  STREAM_TITLE_MAX,
  type StreamKind,
} from '@klieg/contract/features/schedule/limits';
import { DAY_MS } from '@klieg/kernel/time';

/** A stream as it is typed. */
export interface StreamDraft {
  /** Made up once: a repeat of the press is the same stream. */
  readonly id: string;
  readonly title: string;
  readonly kind: StreamKind;
  readonly date: string;
  readonly time: string;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly isWeekly: boolean;
}

export type StreamField = 'title' | 'date' | 'time';

export const DURATIONS_MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720] as const;

const EVENING = '20:00';

/** Tomorrow evening. @param nowMs Unix milliseconds */
export const newStreamDraft = (id: string, timeZone: string, nowMs: number): StreamDraft => ({
  id,
  title: '',
  kind: 'public',
  // Swedish writes days as the form does.
  date: new Intl.DateTimeFormat('sv', { timeZone }).format(nowMs + DAY_MS),
  time: EVENING,
  durationMinutes: STREAM_MINUTES_DEFAULT,
  timeZone,
  isWeekly: false,
});

export const draftOf = (stream: OwnStream): StreamDraft => ({
  id: stream.id,
  title: stream.title,
  kind: stream.kind,
  date: stream.date,
  time: stream.time,
  durationMinutes: stream.duration_minutes,
  timeZone: stream.time_zone,
  isWeekly: stream.is_weekly,
});

/** The fields that cannot be sent as they are. */
export function faultsOf({ title, date, time }: StreamDraft): ReadonlySet<StreamField> {
  const faults = new Set<StreamField>();
  const length = [...title.trim()].length;
  if (length === 0 || length > STREAM_TITLE_MAX) faults.add('title');
  if (!/^\d{4}-\d\d-\d\d$/u.test(date) || Number.isNaN(Date.parse(date))) faults.add('date');
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(time)) faults.add('time');
  return faults;
}

/** What is sent for a draft without errors. */
export const bodyOf = (draft: StreamDraft): ArgumentsOf<Api['saveStream']>['body'] => ({
  title: draft.title.trim(),
  kind: draft.kind,
  date: draft.date,
  time: draft.time,
  duration_minutes: draft.durationMinutes,
  time_zone: draft.timeZone,
  is_weekly: draft.isWeekly,
});

/** Zones to choose from, the draft's own and UTC among them also where the browser does not list them. */
export const timeZones = (own: string): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].toSorted();
