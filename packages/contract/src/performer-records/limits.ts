/** Shortest and longest text that the index is searched by. */
export const SEARCH_CHARS = { min: 2, max: 120 } as const;
/** Shortest and longest reason of a look. */
export const LOOK_REASON_CHARS = { min: 10, max: 200 } as const;
/** Rows of one export; a search with more results must be narrowed. */
export const EXPORT_ROWS_MAX = 20_000;
