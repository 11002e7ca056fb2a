import type { ConsentScope, ConsentState } from '@klieg/contract';
import { utcDayOf } from '@klieg/kernel/time';

/** The stored state of a consent; whether it has expired follows from the date. */
export interface ConsentStanding {
  readonly state: Exclude<ConsentState, 'expired'>;
  readonly openUntil: Date;
  /** Days as `YYYY-MM-DD`. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly endsOn: string | null;
  readonly scopes: readonly ConsentScope[];
}

/** Live pictures show somebody, and go to others. */
const OF_BROADCASTS: readonly ConsentScope[] = ['depict', 'distribute'];

/** The first of two days; null: no end. */
export const firstOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

/** Its state now. A consent is still valid on its last day. */
export function standingOf(
  { state, openUntil, validUntil, endsOn }: ConsentStanding,
  nowMs: number,
): ConsentState {
  if (state === 'invited' && openUntil.getTime() <= nowMs) return 'expired';
  if (state !== 'approved') return state;
  const last = firstOf(validUntil, endsOn);
  return last !== null && last < utcDayOf(nowMs) ? 'expired' : 'approved';
}

/** Whether its person may be in a broadcast now. */
export const coversBroadcast = (consent: ConsentStanding, nowMs: number): boolean =>
  standingOf(consent, nowMs) === 'approved' &&
  (consent.validFrom === null || consent.validFrom <= utcDayOf(nowMs)) &&
  OF_BROADCASTS.every((scope) => consent.scopes.includes(scope));
