/** Sizes of the picture that the publisher sends, as far as the ladder must know of them. */
export interface Beside {
  readonly heights: readonly number[];
  /** They are these from here on. */
  set(heights: readonly number[]): void;
  /** They may change within a moment. */
  hold(): void;
  /** Whether to wait because this may change soon. */
  isHeld(): boolean;
  /** @returns true once after a change, when there is nothing left to wait for */
  settle(): boolean;
}

/** They follow each other within this, and one that stops may be back. */
const HOLD_MS = 3_000;

/** @param now monotonic milliseconds */
export function makeBeside(now: () => number): Beside {
  let heights: readonly number[] = [];
  let heldUntilMs = -Infinity;
  let isChanged = false;

  const hold = (): void => {
    heldUntilMs = now() + HOLD_MS;
    isChanged = true;
  };
  const isHeld = (): boolean => now() < heldUntilMs;

  return {
    get heights() {
      return heights;
    },
    set(next) {
      heights = next;
      hold();
    },
    hold,
    isHeld,
    settle() {
      const isDue = isChanged && !isHeld();
      if (isDue) isChanged = false;
      return isDue;
    },
  };
}
