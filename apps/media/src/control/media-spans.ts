/** A piece of a stream's own time. */
export interface MediaSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times are rounded to ticks of their clocks. */
export const ROUNDING_MS = 1;

export const lengthOf = (spans: readonly MediaSpan[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** The spans with another one, in order; touching ones are joined, the others stay the same objects. */
export function joinSpans(spans: readonly MediaSpan[], added: MediaSpan): readonly MediaSpan[] {
  const isApart = ({ startMs, endMs }: MediaSpan): boolean =>
    endMs < added.startMs - ROUNDING_MS || startMs > added.endMs + ROUNDING_MS;
  const joined = spans
    .filter((span) => !isApart(span))
    .reduce(
      (sum, { startMs, endMs }) => ({
        startMs: Math.min(sum.startMs, startMs),
        endMs: Math.max(sum.endMs, endMs),
      }),
      added,
    );
  return [...spans.filter(isApart), joined].sort((a, b) => a.startMs - b.startMs);
}
