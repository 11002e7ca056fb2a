import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** What becomes of a show with fewer people than it needs. */
export const ifFew = z.enum(['goes_on', 'ends']);

/** The group show of a room as one caller sees it. */
export const groupShow = shape({
  show_id: uuid,
  status: z.enum(['open', 'counting', 'running']),
  /** Tokens, for each. */
  cost_per_minute: z.int(),
  min_people: z.int(),
  max_people: z.int().nullable(),
  /** One may join while it runs, at the same price. */
  late_joiners: z.boolean(),
  if_few: ifFew,
  waits_until: instant,
  /** While it counts down. */
  starts_at: instant.nullable(),
  started_at: instant.nullable(),
  /** With too few people it ends then; null: there are enough, or it goes on. */
  few_until: instant.nullable(),
  /** Who waits or is inside. */
  joined: z.int(),
  /** The caller is one of them. */
  is_in: z.boolean(),
});
export type GroupShow = z.infer<typeof groupShow>;
