/**
 * How much of a ladder is wanted: all of it while somebody watches, the smallest rendition while somebody is about to,
 * so that a slow connection need not wait for it.
 */
export type LadderWish = 'all' | 'smallest' | 'nothing';

/** A wish is kept for this long, since viewers come and go. */
const IDLE_MS = 30_000;

/** What is wanted of a ladder, with some patience. */
export function makeLadderWish() {
  const wantedAtMs = { all: -Infinity, smallest: -Infinity };
  return {
    /** What is wanted now, or was until a moment ago; calls must be in order of time. */
    at(wanted: LadderWish, nowMs: number): LadderWish {
      if (wanted === 'all') wantedAtMs.all = nowMs;
      if (wanted !== 'nothing') wantedAtMs.smallest = nowMs;
      if (nowMs - wantedAtMs.all < IDLE_MS) return 'all';
      return nowMs - wantedAtMs.smallest < IDLE_MS ? 'smallest' : 'nothing';
    },
  };
}
