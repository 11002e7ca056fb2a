import { readLocal, writeLocal } from '#app/shared/local-store.ts';
import { AUDIO, AUTO, SOURCE } from '../player/player-state.ts';
import type { RenditionOption } from '../player/transport.ts';

const KEY = 'player-quality';
const RENDITION = /^[a-z0-9]{1,10}$/;

const parse = (value: unknown): string | undefined =>
  typeof value === 'string' && RENDITION.test(value) ? value : undefined;

/** The quality that this browser chose last; `auto` at first. */
export const readQuality = (): string => readLocal(KEY, parse) ?? AUTO;

/** Remembers a choice in this browser. */
export const keepQuality = (wanted: string): void => writeLocal(KEY, wanted);

/** Height of a rendition, from its description or its own name; undefined if neither says. */
export function linesOf({ id, heightLines }: RenditionOption): number | undefined {
  if (heightLines !== undefined && heightLines > 0) return heightLines;
  const named = /^(\d{2,4})p$/u.exec(id)?.[1];
  return named === undefined ? undefined : Number(named);
}

/** The largest picture of at most this height; undefined if there is none. */
export function largestUpTo(lines: number, renditions: readonly RenditionOption[]): string | undefined {
  const small = renditions.filter((rendition) => {
    const own = rendition.id === AUDIO ? undefined : linesOf(rendition);
    return own !== undefined && own <= lines;
  });
  return small.toSorted((a, b) => linesOf(b)! - linesOf(a)!)[0]?.id;
}

/** One line of the quality menu. */
export type QualityLine =
  | { readonly kind: 'auto' | 'audio'; readonly id: string }
  | {
      readonly kind: 'picture';
      readonly id: string;
      readonly lines: number | undefined;
      readonly isSource: boolean;
    };

/**
 * The choices: automatic, the pictures from large to small, audio only. Without a choice of pictures the list is what
 * there is.
 */
export function qualityLines(renditions: readonly RenditionOption[]): QualityLine[] {
  const pictures = renditions
    .filter(({ id }) => id !== AUDIO)
    .map((rendition): QualityLine & { readonly kind: 'picture' } => ({
      kind: 'picture',
      id: rendition.id,
      lines: linesOf(rendition),
      isSource: rendition.id === SOURCE,
    }));
  const hasSound = renditions.some(({ id }) => id === AUDIO);
  return [
    { kind: 'auto', id: AUTO },
    ...pictures,
    ...(hasSound ? [{ kind: 'audio', id: AUDIO } as const] : []),
  ];
}
