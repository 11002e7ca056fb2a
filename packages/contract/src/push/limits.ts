/** A page repeats that it is subscribed at most this often, in milliseconds (CONSTANTS-019). */
export const PUSH_REPORT_MS = 3_600_000;
