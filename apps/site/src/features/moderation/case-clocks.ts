import { afterBusinessDays } from '../content-pages/index.ts';

/* By when a case is to be decided (machine 27): each clock starts when it is received, not when it is read. */

const DAY_MS = 86_400_000;
const BUSINESS_DAYS = 7;

/** In Unix milliseconds: a day for what is urgent, else seven business days. */
export const reportDueMs = ({ isUrgent }: { readonly isUrgent: boolean }, receivedMs: number): number =>
  isUrgent ? receivedMs + DAY_MS : afterBusinessDays(receivedMs, BUSINESS_DAYS);

/** The same for an appeal. */
export const appealDueMs = (receivedMs: number): number => afterBusinessDays(receivedMs, BUSINESS_DAYS);

/** A case that was taken is its moderator's for so long; then another may take it over. */
export const TAKEN_MS = 30 * 60_000;
