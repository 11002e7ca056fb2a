/** A stretch of a stream's own time, in milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Times are rounded to ticks of their clocks. */
const ROUNDING_MS = 1;

/** The stretches with another one, in order and apart from each other. */
export function addSpan(spans: readonly Span[], added: Span): readonly Span[] {
  const isApart = ({ fromMs, untilMs }: Span): boolean =>
    untilMs < added.fromMs - ROUNDING_MS || fromMs > added.untilMs + ROUNDING_MS;
  const touching = spans.filter((span) => !isApart(span));
  const joined = {
    fromMs: Math.min(added.fromMs, ...touching.map(({ fromMs }) => fromMs)),
    untilMs: Math.max(added.untilMs, ...touching.map(({ untilMs }) => untilMs)),
  };
  return [...spans.filter(isApart), joined].sort((a, b) => a.fromMs - b.fromMs);
}

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
