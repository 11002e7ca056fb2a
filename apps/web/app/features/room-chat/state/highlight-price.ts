/** What a highlight costs, and how long it runs. */
export const HIGHLIGHT = { tokens: 10, seconds: 60 } as const;
