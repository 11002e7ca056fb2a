/** Rows that stand on the home page beside its lists: those of the sections that are not shown by other means. */
export const HOME_ROWS: ReadonlySet<string> = new Set(['featured', 'new', 'top_rated']);
