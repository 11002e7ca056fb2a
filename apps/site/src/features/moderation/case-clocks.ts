import { DAY_MS } from '@klieg/kernel/time';
import { afterBusinessDays } from '../content-pages/index.ts';

/* By when a case is to be decided (machine 27): each clock starts when it is received, not when it is read. */

const BUSINESS_DAYS = 7;

/** In Unix milliseconds: a day for urgent ones, else seven business days. */
export const reportDueMs = ({ isUrgent }: { readonly isUrgent: boolean }, receivedMs: number): number =>
  isUrgent ? receivedMs + DAY_MS : afterBusinessDays(receivedMs, BUSINESS_DAYS);

/** The earliest deadline of the open cases; null if none is open. */
export function oldestDue(since: {
  readonly urgentSince: Date | null;
  readonly calmSince: Date | null;
}): Date | null {
  const dues = [
    since.urgentSince && reportDueMs({ isUrgent: true }, since.urgentSince.getTime()),
    since.calmSince && reportDueMs({ isUrgent: false }, since.calmSince.getTime()),
  ].filter((due) => due !== null);
  return dues.length === 0 ? null : new Date(Math.min(...dues));
}

/** By when an appeal is to be decided. */
export const appealDueMs = (receivedMs: number): number => afterBusinessDays(receivedMs, BUSINESS_DAYS);

/** How long a taken case is reserved for its moderator; then another may take it over. */
export const TAKEN_MS = 30 * 60_000;
