/* Limits of group shows, apart from their schemas: pages check input without loading the schemas. */

/** Tokens a minute per person. */
export const GROUP_PRICE_MIN = 6;
export const GROUP_PRICE_MAX = 240;
export const GROUP_PRICE_DEFAULT = 12;
/** How many people are needed to start. */
export const GROUP_PEOPLE_MIN = 2;
export const GROUP_PEOPLE_MAX = 20;
export const GROUP_PEOPLE_DEFAULT = 3;
/** The most that a limit can be. */
export const GROUP_LIMIT_MAX = 100;
/** How many minutes an offer stays open. */
export const GROUP_WAIT_MINUTES_MIN = 5;
export const GROUP_WAIT_MINUTES_MAX = 240;
export const GROUP_WAIT_MINUTES_DEFAULT = 60;
/** Everybody must have tokens for this many seconds; they are held at the start and before each interval. */
export const GROUP_HELD_SECONDS = 120;
/** With too few people for this many seconds the show ends, if the performer chose that. */
export const GROUP_FEW_SECONDS = 60;
