import type { MediaSpan } from '../../control/media-spans.ts';

/** Pictures or sound that are further apart than this have stalled in between. */
export const STALL_MS = 1_000;
/** A picture unchanged for this long is frozen, and the sound no longer counts as a show. */
export const FROZEN_MS = 5_000;

/**
 * A viewer's pictures and sound as they are sent, in order. Sound during an unchanged picture is held back until the
 * next picture shows that it was not frozen; during a frozen one it never counts.
 */
export interface StillPicture {
  /** A picture begins here. @returns media that is complete by it */
  picture(streamMs: number): readonly MediaSpan[];
  /** A packet of sound begins here. @returns media that is complete by it */
  sound(streamMs: number): readonly MediaSpan[];
}

export function makeStillPicture(): StillPicture {
  let pictureMs: number | undefined;
  let soundMs: number | undefined;
  let held: MediaSpan[] = [];

  /** What came before lasts until now. */
  const since = (beforeMs: number | undefined, nowMs: number): readonly MediaSpan[] =>
    beforeMs !== undefined && nowMs > beforeMs && nowMs - beforeMs <= STALL_MS
      ? [{ startMs: beforeMs, endMs: nowMs }]
      : [];

  return {
    picture(streamMs) {
      const stoodMs = streamMs - (pictureMs ?? streamMs);
      const released = stoodMs >= 0 && stoodMs < FROZEN_MS ? held : [];
      const spans = [...released, ...since(pictureMs, streamMs)];
      held = [];
      pictureMs = streamMs;
      return spans;
    },
    sound(streamMs) {
      const spans = since(soundMs, streamMs);
      soundMs = streamMs;
      if (pictureMs === undefined) return [];
      const stoodMs = streamMs - pictureMs;
      if (stoodMs <= STALL_MS) return spans;
      if (stoodMs < FROZEN_MS) held.push(...spans);
      else held = [];
      return [];
    },
  };
}
