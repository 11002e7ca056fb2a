import { DAY_MS } from '@klieg/kernel/time';
import { z } from 'zod';
import { day, shape } from './call.ts';

/** Rows of statistics (http page, `Stats`); `totals` sums them up, by metric. */
export const stats = shape({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
  totals: z.record(z.string(), z.unknown()),
});
export type Stats = z.infer<typeof stats>;

const DAYS_MAX = 366;

/** UTC days, both included, at most 366. */
export const isPeriod = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  from <= to && Date.parse(to) - Date.parse(from) <= DAYS_MAX * DAY_MS;

export const statsFields = {
  from: day,
  to: day,
  by: z.enum(['day', 'week', 'month']).default('day'),
  format: z.enum(['json', 'csv']).default('json'),
};

/** What every call of statistics asks. */
export const statsQuery = shape(statsFields).refine(isPeriod, { message: 'At most 366 days', path: ['to'] });
