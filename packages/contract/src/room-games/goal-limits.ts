/* Limits of tip goals, apart from their schemas: pages check input without loading the schemas. */

/** Ids of the two tip goals among the apps of rooms (GAMES-016). */
export const TIP_GOAL = 1;
export const AUTO_TIP_GOAL = 2;

export const GOAL_TOKENS_MIN = 10;
export const GOAL_TOKENS_MAX = 1_000_000;
export const GOAL_TOKENS_DEFAULT = 1_000;
export const GOAL_LABEL_MAX = 60;
export const GOALS_MAX = 20;
/** Characters of the room subject shown for a reached goal. */
export const GOAL_SUBJECT_MAX = 250;
