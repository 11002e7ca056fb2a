/** Letters of a settlement file. */
export const SETTLEMENT_FILE_MAX = 700_000;
/** Unreadable rows of a file, as far as they are shown. */
export const UNREAD_ROWS_MAX = 500;
