/** Shortest and longest answer of a complainant. */
export const ANSWER_CHARS = { min: 3, max: 4_000 } as const;
