/*
 * Parts are made of whole chunks, and all but the last of a segment must last 85 to 100 % of the part target (RFC
 * 8216bis, 4.4.4.9). Whether that is possible depends on the length of the chunks, so the target is chosen for the real
 * chunks of a stream.
 */

/** Least share of the part target, unless the part is the last of its segment. */
export const PART_SHARE_MIN = 0.85;
/** What a part should last, so that chunks a little longer or shorter still fit. */
const SHARE_WANTED = 0.925;
/** How much the distance from the wanted target counts against a better fit. */
const DISTANCE_WEIGHT = 0.1;
/** Players do not like a target that changes. */
const GAIN_MIN = 0.03;
const STEP_MS = 2;
const RANGE = { from: 0.7, to: 1.6 } as const;

/** True when a part has reached the least length. */
export const isPartFull = (partMs: number, targetMs: number): boolean => partMs >= PART_SHARE_MIN * targetMs;

/** True when a part would be too long with the next chunk. */
export const isPartExceeded = (partMs: number, nextMs: number, targetMs: number): boolean =>
  partMs > 0 && partMs + nextMs > targetMs;

/** Mean distance of the parts' shares from the wanted one, plus the share of parts that break the rule. */
function misfit(chunksMs: readonly number[], targetMs: number): number {
  let count = 0;
  let distance = 0;
  let broken = 0;
  let partMs = 0;
  const close = (): void => {
    const share = partMs / targetMs;
    count += 1;
    distance += Math.abs(share - SHARE_WANTED);
    if (share < PART_SHARE_MIN || share > 1) broken += 1;
    partMs = 0;
  };
  for (const chunkMs of chunksMs) {
    if (isPartExceeded(partMs, chunkMs, targetMs)) close();
    partMs += chunkMs;
    if (isPartFull(partMs, targetMs)) close();
  }
  return (distance + broken) / Math.max(1, count);
}

/** How well a target fits, 0 at best. Chunks longer than any target are freezes and say nothing. */
function scoreOf(chunksMs: readonly number[], targetMs: number, wantedMs: number): number {
  const usual = chunksMs.filter((chunkMs) => chunkMs <= wantedMs * RANGE.to);
  return misfit(usual, targetMs) + (DISTANCE_WEIGHT * Math.abs(targetMs - wantedMs)) / wantedMs;
}

/** The part target near `wantedMs` that fits chunks of these lengths best, in whole milliseconds. */
export function choosePartTarget(chunksMs: readonly number[], wantedMs: number): number {
  let best = { targetMs: Math.round(wantedMs), score: Infinity };
  for (
    let targetMs = Math.ceil(wantedMs * RANGE.from);
    targetMs <= wantedMs * RANGE.to;
    targetMs += STEP_MS
  ) {
    const score = scoreOf(chunksMs, targetMs, wantedMs);
    if (score < best.score) best = { targetMs, score };
  }
  return best.targetMs;
}

/** The next target after these chunks: the current one, unless another fits clearly better. */
export function nextPartTarget(chunksMs: readonly number[], wantedMs: number, targetMs: number): number {
  const other = choosePartTarget(chunksMs, wantedMs);
  const gain = scoreOf(chunksMs, targetMs, wantedMs) - scoreOf(chunksMs, other, wantedMs);
  return gain > GAIN_MIN ? other : targetMs;
}
