/** Where the samples of a continuous encoder lie on the video clock, though packets may be lost before it. */
export interface SoundClock {
  /** Says that the sample at `position` belongs to `onVideoMs`; small differences are jitter and ignored. */
  mark(position: number, onVideoMs: number): void;
  /** Time of a sample; positions are asked for in rising order. Undefined before the first mark. */
  msAt(position: number): number | undefined;
}

interface Anchor {
  readonly position: number;
  readonly onVideoMs: number;
}

/** Ears do not notice less than this. */
const TOLERANCE_MS = 30;
/** Anchors are needed only for packets inside the encoder. */
const ANCHORS_MAX = 32;

/** @param hz samples in a second */
export function makeSoundClock(hz: number): SoundClock {
  const anchors: Anchor[] = [];
  const from = (anchor: Anchor, position: number): number =>
    anchor.onVideoMs + ((position - anchor.position) * 1_000) / hz;

  return {
    mark(position, onVideoMs) {
      const newest = anchors.at(-1);
      if (newest && Math.abs(from(newest, position) - onVideoMs) <= TOLERANCE_MS) return;
      anchors.push({ position, onVideoMs });
      if (anchors.length > ANCHORS_MAX) anchors.shift();
    },
    msAt(position) {
      while (anchors.length > 1 && anchors[1]!.position <= position) anchors.shift();
      const anchor = anchors[0];
      return anchor && from(anchor, position);
    },
  };
}
