/** A page says again that it is subscribed at most so often, in milliseconds (CONSTANTS-019). */
export const PUSH_REPORT_MS = 3_600_000;
