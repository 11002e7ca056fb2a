import type { Api, InputOf } from '@klieg/contract';
import { DAY_MS, HOUR_MS } from '@klieg/kernel/time';

type Complaint = InputOf<Api['fileComplaint']>['body'];
type ComplaintKind = Complaint['kind'];

/** A request to take an intimate picture down is answered within two days (Take It Down Act, section 3). */
const TAKE_DOWN_MS = 48 * HOUR_MS;
const BUSINESS_DAYS = 7;

const isWeekend = (atMs: number): boolean => [0, 6].includes(new Date(atMs).getUTCDay());

/**
 * A number of whole working days after a moment, in UTC; public holidays are not known here. A time at a weekend counts
 * from Monday at midnight, so that the last day is over and has not just begun.
 */
export function afterBusinessDays(nowMs: number, days: number): number {
  let at = nowMs;
  while (isWeekend(at)) at = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  for (let left = days; left > 0;) {
    at += DAY_MS;
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}

/** Deadline of a complaint in Unix milliseconds; illegal content is due at once. */
export function complaintDueMs(kind: ComplaintKind, nowMs: number): number {
  switch (kind) {
    case 'illegal':
      return nowMs;
    case 'take_it_down':
      return nowMs + TAKE_DOWN_MS;
    case 'non_consensual':
    case 'copyright':
    case 'depicted_person':
    case 'privacy':
    case 'other':
      return afterBusinessDays(nowMs, BUSINESS_DAYS);
    default:
      return kind satisfies never;
  }
}

/** A field of the form that cannot be taken, as the wire names it; undefined where all is well. */
export function faultOfComplaint(
  { kind, urls, perjury }: Pick<Complaint, 'kind' | 'urls' | 'perjury'>,
  ownOrigins: ReadonlySet<string>,
): { readonly path: string; readonly reason: string; readonly message: string } | undefined {
  if (!urls.every((url) => ownOrigins.has(new URL(url).origin)))
    return { path: 'urls', reason: 'value', message: 'Give addresses of pages on this site only.' };
  if (kind === 'copyright' && perjury !== true)
    return {
      path: 'perjury',
      reason: 'required',
      message: 'A copyright complaint needs this statement.',
    };
  return undefined;
}
