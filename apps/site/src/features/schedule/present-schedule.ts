import type { Bio, OwnStream, StreamDate } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import { AHEAD_DAYS_MAX } from '@klieg/contract/features/schedule/limits';
import { DAY_MS } from '@klieg/kernel/time';
import type { Calendar } from './calendar-file.ts';
import { daysOf, type Stream } from './schedule-rules.ts';
import { clockAt } from '../../platform/zoned-time.ts';

/* Schedules as calls and calendars show them. */

const SHOWN_DAYS = 28;
const SHOWN_MAX = 12;
const OWN_SHOWN_MAX = 6;
/** Rows of a bio's week. */
const WEEK_MAX = 14;

/** Dates for viewers: the next ones of all streams, in order. */
export function presentDates(
  streams: readonly Stream[],
  now: number,
  reminded: ReadonlySet<Uuid>,
): StreamDate[] {
  return streams
    .flatMap((stream) => daysOf(stream, now, now + SHOWN_DAYS * DAY_MS).map((day) => ({ stream, day })))
    .toSorted((a, b) => a.day.startsAt - b.day.startsAt)
    .slice(0, SHOWN_MAX)
    .map(({ stream, day }) => ({
      id: stream.id,
      date: day.date,
      title: stream.title,
      kind: stream.kind,
      is_weekly: stream.isWeekly,
      starts_at: toInstant(day.startsAt),
      ends_at: toInstant(day.endsAt),
      is_canceled: day.isCanceled,
      is_reminded: reminded.has(stream.id),
    }));
}

/** What the performer is shown, the next stream first. */
export const presentOwn = (streams: readonly Stream[], now: number): OwnStream[] =>
  streams
    .map((stream) => ({ stream, days: daysOf(stream, now, now + (AHEAD_DAYS_MAX + 1) * DAY_MS) }))
    .toSorted((a, b) => (a.days[0]?.startsAt ?? Infinity) - (b.days[0]?.startsAt ?? Infinity))
    .map(({ stream, days }) => ({
      id: stream.id,
      title: stream.title,
      kind: stream.kind,
      date: stream.date,
      time: stream.time,
      duration_minutes: stream.durationMinutes,
      time_zone: stream.timeZone,
      is_weekly: stream.isWeekly,
      dates: days.slice(0, OWN_SHOWN_MAX).map(({ date, startsAt, isCanceled }) => ({
        date,
        starts_at: toInstant(startsAt),
        is_canceled: isCanceled,
      })),
    }));

/** The week of a bio: only weekly streams, by the day of the week from Sunday, 0. */
export const presentWeek = (streams: readonly Stream[]): Bio['schedule'] =>
  streams
    .filter(({ isWeekly }) => isWeekly)
    .slice(0, WEEK_MAX)
    .map(({ date, time, durationMinutes, timeZone }) => ({
      day: new Date(`${date}T00:00:00Z`).getUTCDay(),
      from: time,
      to: clockAt(Date.parse(`${date}T${time}:00Z`) + durationMinutes * 60_000, 'UTC').time,
      tz: timeZone,
    }));

/** Streams as a calendar of the next year, or of one date only. */
export function presentCalendar(
  owner: { readonly displayName: string; readonly url: string; readonly host: string },
  streams: readonly Stream[],
  now: number,
  only?: { readonly date: string },
): Calendar {
  const dates = streams.flatMap((stream) =>
    daysOf(stream, now, now + AHEAD_DAYS_MAX * DAY_MS)
      .filter(({ date }) => only === undefined || date === only.date)
      .map((day) => ({
        uid: `${stream.id}-${day.date}@${owner.host}`,
        sequence: stream.version,
        startsAt: day.startsAt,
        endsAt: day.endsAt,
        changedAt: stream.changedAt,
        isCanceled: day.isCanceled,
        title: `${owner.displayName}: ${stream.title}`,
        url: owner.url,
      })),
  );
  return { name: owner.displayName, dates: dates.toSorted((a, b) => a.startsAt - b.startsAt) };
}
