import type { MediaFact } from '@klieg/contract/media';
import { joinSpans, lengthOf, type MediaSpan } from '../control/media-spans.ts';
import { readPictureChunk } from '../packaging/read-chunk.ts';

export type MeteredFact = Extract<MediaFact, { kind: 'metered' }>;

/** The longest chunk of the source, and what rounding takes. */
export const FRAGMENT_MS = 130;

/** What was told of a meter. */
export const toldOf = (facts: readonly MediaFact[], meterId: string): MeteredFact[] =>
  facts.filter((fact): fact is MeteredFact => fact.kind === 'metered' && fact.meterId === meterId);

/** What a site knows that keeps the stretches as the contract says. */
export function countedMs(told: readonly MeteredFact[]): number {
  const clocks = new Map<string, readonly MediaSpan[]>();
  for (const { clock, fromMs, untilMs } of told)
    clocks.set(clock, joinSpans(clocks.get(clock) ?? [], { startMs: fromMs, endMs: untilMs }));
  return [...clocks.values()].reduce((sum, spans) => sum + lengthOf(spans), 0);
}

/** Length of what pages have got, each moment once; each got a header first. */
export const lengthOn = (pages: readonly { readonly frames: readonly Buffer[] }[]): number =>
  lengthIn(pages.flatMap(({ frames }) => frames.slice(1)));

/** Length of the media in chunks, each moment once. */
export function lengthIn(chunks: readonly Buffer[]): number {
  let spans: readonly MediaSpan[] = [];
  for (const chunk of chunks) {
    const times = readPictureChunk(chunk);
    if (times) spans = joinSpans(spans, { startMs: times.startMs, endMs: times.startMs + times.durationMs });
  }
  return lengthOf(spans);
}
