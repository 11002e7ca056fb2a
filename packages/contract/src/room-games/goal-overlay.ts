import { z } from 'zod';
import { shape } from '../call.ts';

/** A goal as in v3.app.goal, without the room's numbering. */
const overlayGoal = shape({
  app_id: z.int(),
  status: z.enum(['running', 'reached', 'paused', 'ended']),
  title: z.string().nullish(),
  target: z.int(),
  current: z.int(),
  round: z.int(),
  step: z.int().nullish(),
  steps: z.int().nullish(),
  last_username: z.string().nullish(),
  feed_seq: z.int(),
  reached_at: z.int().nullish(),
});
export type OverlayGoal = z.infer<typeof overlayGoal>;

/** All that an overlay shows of a room. */
export const goalOverlay = shape({
  /** Names this answer: given back as `after` it asks for the next that differs. */
  version: z.string(),
  /** Null for no goal. */
  goal: overlayGoal.nullable(),
  /** The most recently reached goals, oldest first; `feed_seq` tells which ones the page has already shown. */
  reached: z.array(overlayGoal),
});
export type GoalOverlay = z.infer<typeof goalOverlay>;
