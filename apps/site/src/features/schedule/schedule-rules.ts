import { AHEAD_DAYS_MAX, STREAMS_MAX, type StreamKind } from '@klieg/contract/features/schedule/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import { addDays, clockAt, daysBetween, instantOf } from '../../platform/zoned-time.ts';

/* Announced streams: their dates, and what may be announced. Pure. */

const WEEK_DAYS = 7;

/** What a performer says of a stream. */
export interface StreamTerms {
  readonly title: string;
  readonly kind: StreamKind;
  /** Of a single stream, or the first of a weekly one; as clocks in the zone show it. */
  readonly date: string;
  /** `20:30` */
  readonly time: string;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly isWeekly: boolean;
}

/** A stream as it is kept. */
export interface Stream extends StreamTerms {
  readonly id: Uuid;
  readonly ownerId: AccountId;
  /** Goes up with every change. */
  readonly version: number;
  /** Unix milliseconds. */
  readonly changedAt: number;
  /** Dates that are canceled. */
  readonly canceled: ReadonlySet<string>;
}

/** A stream on one day; times are Unix milliseconds. */
export interface StreamDay {
  readonly date: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isCanceled: boolean;
}

const dayOf = (stream: Omit<StreamTerms, 'title' | 'kind'>, date: string, isCanceled: boolean): StreamDay => {
  const startsAt = instantOf(date, stream.time, stream.timeZone);
  return { date, startsAt, endsAt: startsAt + stream.durationMinutes * MINUTE_MS, isCanceled };
};

/** The days of a stream that are not over at `from` and begin before `until`, in order. Unix milliseconds. */
export function daysOf(stream: Stream, from: number, until: number): StreamDay[] {
  const days: StreamDay[] = [];
  // Two days earlier: a zone may be a day behind, and what began yesterday may still run.
  const sinceFirst = daysBetween(stream.date, addDays(clockAt(from, stream.timeZone).date, -2));
  const step = stream.isWeekly ? WEEK_DAYS : Number.POSITIVE_INFINITY;
  const start = stream.isWeekly ? Math.max(0, Math.floor(sinceFirst / WEEK_DAYS) * WEEK_DAYS) : 0;
  for (let offset = start; Number.isFinite(offset); offset += step) {
    const date = addDays(stream.date, offset);
    const day = dayOf(stream, date, stream.canceled.has(date));
    if (day.startsAt >= until) break;
    if (day.endsAt > from) days.push(day);
  }
  return days;
}

/** The next start; undefined: none any more. */
export const nextStart = (stream: Stream, now: number): StreamDay | undefined =>
  daysOf(stream, now, now + 2 * AHEAD_DAYS_MAX * DAY_MS).find(
    ({ startsAt, isCanceled }) => startsAt > now && !isCanceled,
  );

/** Whether the stream takes place, or would, on that day, and is not over by then. */
export const hasDay = (stream: Stream, date: string, now: number): boolean =>
  daysOf(stream, now, now + 2 * AHEAD_DAYS_MAX * DAY_MS).some((day) => day.date === date);

/** When a single stream is over; null: it is weekly. Unix milliseconds. */
export const overAt = (terms: StreamTerms): number | null =>
  terms.isWeekly ? null : dayOf(terms, terms.date, false).endsAt;

/** Why a stream cannot be announced so; undefined: it can. `others` are those that the performer has besides. */
export function refuseStream(
  terms: StreamTerms,
  others: number,
  now: number,
): 'schedule.full' | 'schedule.not_to_come' | 'schedule.too_far' | undefined {
  if (others >= STREAMS_MAX) return 'schedule.full';
  const first = dayOf(terms, terms.date, false);
  if (first.startsAt > now + AHEAD_DAYS_MAX * DAY_MS) return 'schedule.too_far';
  if (terms.isWeekly) return undefined;
  return first.startsAt <= now ? 'schedule.not_to_come' : undefined;
}
