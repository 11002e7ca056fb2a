import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** Viewers of a room are asked whether they come along to another. */
export const raidState = shape({
  raid_id: uuid,
  /** The room that it goes to. */
  to: z.string(),
  to_name: z.string(),
  ends_at: instant,
  /** Viewers who have moved along. */
  moved: z.int(),
});
export type RaidState = z.infer<typeof raidState>;
