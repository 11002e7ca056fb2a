import { z } from 'zod';
import { shape } from '../call.ts';
import { text } from '../event-fields.ts';
import {
  GOAL_LABEL_MAX,
  GOAL_SUBJECT_MAX,
  GOAL_TOKENS_DEFAULT,
  GOAL_TOKENS_MAX,
  GOAL_TOKENS_MIN,
  GOALS_MAX,
} from './goal-limits.ts';

const line = (max: number) => text(max).transform((given) => given.replaceAll(/\s+/g, ' ').trim());
const label = line(GOAL_LABEL_MAX).refine((given) => given !== '', 'required');
const target = z.int().min(GOAL_TOKENS_MIN).max(GOAL_TOKENS_MAX);

/** One goal, reached once (http page, 17.1). `subject_done` becomes the room's subject then. */
export const tipGoalConfig = shape({
  label,
  target: target.default(GOAL_TOKENS_DEFAULT),
  subject_done: line(GOAL_SUBJECT_MAX).nullable().default(null),
});
export type TipGoalConfig = z.infer<typeof tipGoalConfig>;

/** Goals one after the other; with `repeat` the first follows the last. */
export const autoTipGoalConfig = shape({
  goals: z.array(shape({ label, target })).min(1).max(GOALS_MAX),
  repeat: z.boolean().default(false),
});
export type AutoTipGoalConfig = z.infer<typeof autoTipGoalConfig>;
