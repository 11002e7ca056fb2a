/** Lets bytes through at a rate, with a burst in hand. */
export interface ByteBudget {
  spend(bytes: number): void;
  /** True while more has been spent than there was. */
  isOverdrawn(): boolean;
}

export interface ByteBudgetOptions {
  readonly bytesPerSecond: number;
  readonly burstBytes: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function makeByteBudget({ bytesPerSecond, burstBytes, now }: ByteBudgetOptions): ByteBudget {
  let left = burstBytes;
  let atMs = now();

  const refill = (): void => {
    const nowMs = now();
    left = Math.min(burstBytes, left + ((nowMs - atMs) * bytesPerSecond) / 1000);
    atMs = nowMs;
  };

  return {
    spend(bytes) {
      refill();
      left -= bytes;
    },
    isOverdrawn() {
      refill();
      return left < 0;
    },
  };
}
