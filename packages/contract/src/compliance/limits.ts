export const TERM_CHARS_MAX = 80;
/** Terms that staff may set. */
export const TERMS_MAX = 2_000;
/** Terms that one call may add or remove. */
export const TERMS_AT_ONCE = 100;
