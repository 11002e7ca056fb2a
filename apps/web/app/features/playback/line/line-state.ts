import { AUDIO, AUTO, pictureOf, type PlayerState } from '../player/player-state.ts';
import type { RenditionOption } from '../player/transport.ts';

/** How the line does, from 0 (nothing comes) to 4 (the best picture, near live). */
export type LineBars = 0 | 1 | 2 | 3 | 4;

/** Delays that are no longer near live, and far from it, in seconds. */
const NEAR_SECONDS = 2;
const FAR_SECONDS = 6;

/**
 * Bars of the line: a stall leaves one; a delay, or a smaller picture than the best that the line itself was
 * left to choose, each cost one.
 */
export function lineBars(
  state: PlayerState,
  wanted: string,
  renditions: readonly RenditionOption[],
): LineBars {
  const picture = pictureOf(state);
  if (!picture) return 0;
  if (state.kind === 'stalled') return 1;
  const place = renditions.filter(({ id }) => id !== AUDIO).findIndex(({ id }) => id === picture.rendition);
  const isReduced = wanted === AUTO && place > 0;
  const late = picture.latencySeconds > FAR_SECONDS ? 2 : picture.latencySeconds > NEAR_SECONDS ? 1 : 0;
  return (4 - late - (isReduced ? 1 : 0)) as LineBars;
}
