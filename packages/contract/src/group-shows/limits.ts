/*
 * Numbers of group shows, apart from their schemas: pages check what is typed and bring no schema along.
 */

/** Tokens a minute, for each. */
export const GROUP_PRICE_MIN = 6;
export const GROUP_PRICE_MAX = 240;
export const GROUP_PRICE_DEFAULT = 12;
/** So many agree before it starts. */
export const GROUP_PEOPLE_MIN = 2;
export const GROUP_PEOPLE_MAX = 20;
export const GROUP_PEOPLE_DEFAULT = 3;
/** The most that a limit can be. */
export const GROUP_LIMIT_MAX = 100;
/** Minutes that an offer stands. */
export const GROUP_WAIT_MINUTES_MIN = 5;
export const GROUP_WAIT_MINUTES_MAX = 240;
export const GROUP_WAIT_MINUTES_DEFAULT = 60;
/** Of so many seconds everybody must have the tokens; they are held at the start and ahead of each interval. */
export const GROUP_HELD_SECONDS = 120;
/** With fewer people than needed for so many seconds it ends, where the performer has said so. */
export const GROUP_FEW_SECONDS = 60;
