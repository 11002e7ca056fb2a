import type { SchemeRatio } from '@klieg/contract';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';

/** What billers reported on one UTC day. */
export interface DayCount {
  /** `2026-11-22` */
  readonly day: string;
  /** Settled payments (TC05). */
  readonly sales: number;
  /** Disputes (TC15), announced ones among them, and fraud reports (TC40). */
  readonly events: number;
}

/**
 * What counts for the scheme on a day. A report and a dispute of the same payment both count, as in the scheme; an
 * announced dispute counts until it has come, or the payment was refunded.
 */
export const eventsOf = (told: {
  readonly disputes: number;
  readonly fraudReports: number;
  readonly alerts: number;
}): number => told.disputes + told.fraudReports + told.alerts;

/** Visa's merchant threshold from April 2026 on: at least this percentage and this many events in a month. */
const EXCESSIVE_PERCENT = 1.5;
const EXCESSIVE_EVENTS = 1_500;
/** Where the operator is warned, while there is time to act. */
const ALERT_PERCENT = 0.9;
/** Days before today whose mean the rest of the month is taken to be like. */
const LIKE_DAYS = 14;

const percentOf = (events: number, sales: number): number | null =>
  sales === 0 ? null : Math.round((events / sales) * 10_000) / 100;
const sumOf = (days: readonly DayCount[], of: 'sales' | 'events'): number =>
  days.reduce((sum, day) => sum + day[of], 0);

/**
 * The ratio of the month so far, and projected to its end from the last two weeks.
 * @param days of this month and of two weeks before today; a missing day had nothing
 * @param today counts as far as it has come
 */
export function ratioOf(days: readonly DayCount[], today: string): SchemeRatio {
  const month = today.slice(0, 7);
  const [year, number] = month.split('-').map(Number) as [number, number];
  const daysLeft = new Date(Date.UTC(year, number, 0)).getUTCDate() - Number(today.slice(8));
  const thisMonth = days.filter(({ day }) => day.startsWith(month) && day <= today);
  const from = utcDayOf(Date.parse(today) - LIKE_DAYS * DAY_MS);
  const before = days.filter(({ day }) => day >= from && day < today);
  const project = (of: 'sales' | 'events') =>
    sumOf(thisMonth, of) + Math.round((sumOf(before, of) / LIKE_DAYS) * daysLeft);
  const [sales, events] = [sumOf(thisMonth, 'sales'), sumOf(thisMonth, 'events')];
  const [projectedSales, projectedEvents] = [project('sales'), project('events')];
  const ratio = percentOf(events, sales);
  const projectedRatio = percentOf(projectedEvents, projectedSales);
  return {
    month,
    sales,
    events,
    ratio,
    projected_sales: projectedSales,
    projected_events: projectedEvents,
    projected_ratio: projectedRatio,
    alert_at: ALERT_PERCENT,
    is_alert: Math.max(ratio ?? 0, projectedRatio ?? 0) >= ALERT_PERCENT,
    excessive_ratio: EXCESSIVE_PERCENT,
    excessive_events: EXCESSIVE_EVENTS,
    is_excessive: (projectedRatio ?? 0) >= EXCESSIVE_PERCENT && projectedEvents >= EXCESSIVE_EVENTS,
  };
}
