/** Many viewers' requests for keyframes, of which the publisher gets few. */
export interface KeyframeWishes {
  wish(rendition: string): void;
  /** A keyframe has arrived, for all who requested one. */
  onKey(rendition: string): void;
  /** Sends requests that could not be sent yet; to be called some times a second. */
  tick(): void;
}

export interface KeyframeWishesOptions {
  readonly ask: (rendition: string) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A keyframe is as large as many pictures, so requests have this minimum distance. */
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
