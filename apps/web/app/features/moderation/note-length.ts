/** Shortest and longest note of a moderator. */
export const NOTE_MIN = 3;
export const NOTE_MAX = 1_000;
