import { type Uuid, uuidTimeMs } from '@klieg/kernel';
import { DAY_MS, HOUR_MS } from '@klieg/kernel/time';

/** Ids from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

const RECENT_MS = HOUR_MS;
/** With a run every 5 minutes, 24 days of history pass by in one. */
const PIECE_MS = 2 * HOUR_MS;
const ALL_CHUNK_MS = 30 * DAY_MS;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** No UUIDv7 of this millisecond or later is smaller. */
export function leastIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-0000-000000000000`;
}

/** The whole ledger in pieces of about a month, so that no query has to sort all of it. */
export function allRanges(oldest: Uuid | undefined, nowMs: number): IdRange[] {
  const ranges: IdRange[] = [];
  let from = LEAST_ID;
  for (let end = (oldest ? uuidTimeMs(oldest) : nowMs) + ALL_CHUNK_MS; end < nowMs; end += ALL_CHUNK_MS) {
    ranges.push({ from, to: leastIdAt(end) });
    from = leastIdAt(end);
  }
  return [...ranges, { from, to: GREATEST_ID }];
}

/**
 * The last hour (and everything that claims to be later), plus one piece of older data per run: from `next` as the last
 * run left it, or from the oldest.
 */
export function recentRanges(
  oldest: Uuid | undefined,
  next: number | undefined,
  nowMs: number,
): { readonly ranges: IdRange[]; readonly next: number | undefined } {
  const recentMs = nowMs - RECENT_MS;
  const recent = { from: leastIdAt(recentMs), to: GREATEST_ID };
  const oldestMs = oldest && uuidTimeMs(oldest);
  if (oldestMs === undefined || oldestMs >= recentMs) return { ranges: [recent], next: undefined };
  const isGoingOn = next !== undefined && next < recentMs;
  const start = isGoingOn ? next : oldestMs;
  const end = Math.min(start + PIECE_MS, recentMs);
  const piece = { from: isGoingOn ? leastIdAt(start) : LEAST_ID, to: leastIdAt(end) };
  return { ranges: [recent, piece], next: end < recentMs ? end : undefined };
}
