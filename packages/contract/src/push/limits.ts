import { HOUR_MS } from '@klieg/kernel/time';

/** A page repeats that it is subscribed at most this often, in milliseconds (CONSTANTS-019). */
export const PUSH_REPORT_MS = HOUR_MS;
