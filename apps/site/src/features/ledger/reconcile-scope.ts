import { type Uuid, uuidTimeMs } from '@klieg/kernel';

/** Ids from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
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
 * The last day (and all that claims to be later), and one day before it in turn: `next` as the run before
 * left it, or the oldest.
 */
export function recentRanges(
  oldest: Uuid | undefined,
  next: number | undefined,
  nowMs: number,
): { readonly ranges: IdRange[]; readonly next: number | undefined } {
  const lastDay = nowMs - DAY_MS;
  const recent = { from: leastIdAt(lastDay), to: GREATEST_ID };
  const first = oldest && Math.floor(uuidTimeMs(oldest) / DAY_MS) * DAY_MS;
  const day = next !== undefined && next < lastDay ? next : first;
  if (day === undefined || day >= lastDay) return { ranges: [recent], next: undefined };
  const turn = {
    from: day === first ? LEAST_ID : leastIdAt(day),
    to: leastIdAt(Math.min(day + DAY_MS, lastDay)),
  };
  return { ranges: [recent, turn], next: day + DAY_MS };
}
