import type { Settings } from '@klieg/contract';
import { addDays, clockAt, instantOf } from '#site/platform/zoned-time.ts';

/* Which price of a private holds at a moment, by the performer's weekly hours. Pure. */

export type PriceHours = NonNullable<Settings['private_hours']>;

/** What a private costs at a moment. */
export interface PriceThen {
  /** Tokens a minute. */
  readonly cost: number;
  readonly minMinutes: number;
  /** Unix milliseconds at which the price changes; null: never. */
  readonly untilMs: number | null;
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly cost: number;
  readonly minMinutes: number;
}

/** A week, and a day more at each end for those that have begun. */
const DAYS = [-1, 0, 1, 2, 3, 4, 5, 6, 7] as const;

/** 0 is Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

const endOf = (date: string, to: string, tz: string): number =>
  to === '24:00' ? instantOf(addDays(date, 1), '00:00', tz) : instantOf(date, to, tz);

/** The hours around a moment as stretches of time, as the clocks of the performer's zone go. */
function stretchesOf({ tz, hours }: PriceHours, nowMs: number): readonly Stretch[] {
  const today = clockAt(nowMs, tz).date;
  return DAYS.flatMap((days) => {
    const date = addDays(today, days);
    return hours
      .filter(({ day }) => day === weekdayOf(date))
      .map(({ from, to, cost, min_minutes: minMinutes }) => ({
        fromMs: instantOf(date, from, tz),
        toMs: endOf(date, to, tz),
        cost,
        minMinutes,
      }));
  });
}

/** The price at a moment, and until when. An hour includes its first minute, and ends just before the next begins. */
export function priceThen(hours: PriceHours, nowMs: number): PriceThen {
  const stretches = stretchesOf(hours, nowMs);
  const at = (ms: number) => {
    const { cost, minMinutes } = stretches.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs) ?? {
      cost: hours.cost,
      minMinutes: hours.min_minutes,
    };
    return { cost, minMinutes };
  };
  const now = at(nowMs);
  const changes = stretches
    .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
    .filter((ms) => ms > nowMs)
    .toSorted((a, b) => a - b);
  const untilMs = changes.find((ms) => at(ms).cost !== now.cost || at(ms).minMinutes !== now.minMinutes);
  return { ...now, untilMs: untilMs ?? null };
}
