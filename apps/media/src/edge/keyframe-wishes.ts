/** Wishes of many viewers for keyframes, of which a publisher hears few. */
export interface KeyframeWishes {
  wish(rendition: string): void;
  /** A keyframe has come, for all who wished for one. */
  onKey(rendition: string): void;
  /** Asks for what could not be asked for yet; to be called some times a second. */
  tick(): void;
}

export interface KeyframeWishesOptions {
  readonly ask: (rendition: string) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A keyframe costs as much as many pictures, so they are asked for no more often. */
const APART_MS = 500;

export function makeKeyframeWishes({ ask, now }: KeyframeWishesOptions): KeyframeWishes {
  const askedMs = new Map<string, number>();
  const waiting = new Set<string>();

  const wish = (rendition: string): void => {
    const nowMs = now();
    if (nowMs - (askedMs.get(rendition) ?? -Infinity) < APART_MS) {
      waiting.add(rendition);
      return;
    }
    waiting.delete(rendition);
    askedMs.set(rendition, nowMs);
    ask(rendition);
  };

  return {
    wish,
    onKey: (rendition) => void waiting.delete(rendition),
    tick() {
      for (const rendition of waiting) wish(rendition);
    },
  };
}
