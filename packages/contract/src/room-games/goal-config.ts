import { z } from 'zod';
import { shape } from '../call.ts';

/** Ids of the two tip goals among the apps of rooms (GAMES-016). */
export const TIP_GOAL = 1;
export const AUTO_TIP_GOAL = 2;

export const GOAL_TOKENS_MIN = 10;
export const GOAL_TOKENS_MAX = 1_000_000;
export const GOAL_TOKENS_DEFAULT = 1_000;
export const GOAL_LABEL_MAX = 60;
export const GOALS_MAX = 20;

const label = z.string().trim().min(1).max(GOAL_LABEL_MAX);
const target = z.int().min(GOAL_TOKENS_MIN).max(GOAL_TOKENS_MAX);

/** One goal, reached once (http page, 17.1). `subject_done` becomes the room's subject then. */
export const tipGoalConfig = shape({
  label,
  target: target.default(GOAL_TOKENS_DEFAULT),
  subject_done: z.string().trim().max(250).nullable().default(null),
});
export type TipGoalConfig = z.infer<typeof tipGoalConfig>;

/** Goals one after the other; with `repeat` the first follows the last. */
export const autoTipGoalConfig = shape({
  goals: z.array(shape({ label, target })).min(1).max(GOALS_MAX),
  repeat: z.boolean().default(false),
});
export type AutoTipGoalConfig = z.infer<typeof autoTipGoalConfig>;
