import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** What happens to a show with too few people. */
export const ifFew = z.enum(['goes_on', 'ends']);

/** The group show of a room as one caller sees it. */
export const groupShow = shape({
  show_id: uuid,
  status: z.enum(['open', 'counting', 'running']),
  /** Tokens per person. */
  cost_per_minute: z.int(),
  min_people: z.int(),
  max_people: z.int().nullable(),
  /** People may join while it runs, at the same price. */
  late_joiners: z.boolean(),
  if_few: ifFew,
  waits_until: instant,
  /** During the countdown. */
  starts_at: instant.nullable(),
  started_at: instant.nullable(),
  /** When it ends for lack of people; null: enough people, or it continues anyway. */
  few_until: instant.nullable(),
  /** People waiting or inside. */
  joined: z.int(),
  /** The caller is one of them. */
  is_in: z.boolean(),
});
export type GroupShow = z.infer<typeof groupShow>;
