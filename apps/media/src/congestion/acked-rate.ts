/** The rate that gets through, by the receiver's clock. */
export interface AckedRate {
  /** Undefined before there is enough to say. */
  readonly kbps: number | undefined;
  /** How fast packets came over how fast they were sent; less than 1 where they pile up on their way. */
  readonly pace: number;
  /** In order of arrival. */
  onPacket(bytes: number, sentMs: number, arrivalMs: number): void;
}

const WINDOW_MS = 500;
const LEAST_MS = 120;

interface Came {
  readonly bytes: number;
  readonly sentMs: number;
  readonly arrivalMs: number;
}

export function makeAckedRate(): AckedRate {
  let window: Came[] = [];
  let sinceMs: number | undefined;
  let sum = 0;

  const spanMs = (): number => {
    const last = window.at(-1);
    return last && sinceMs !== undefined ? Math.min(WINDOW_MS, last.arrivalMs - sinceMs) : 0;
  };

  return {
    get kbps() {
      const ms = spanMs();
      return ms < LEAST_MS ? undefined : (sum * 8) / ms;
    },
    get pace() {
      const [first, last] = [window[0], window.at(-1)];
      if (!first || !last || spanMs() < LEAST_MS) return 1;
      const cameMs = last.arrivalMs - first.arrivalMs;
      return cameMs > 0 ? Math.min(1, Math.max(0, last.sentMs - first.sentMs) / cameMs) : 1;
    },
    onPacket(bytes, sentMs, arrivalMs) {
      const last = window.at(-1);
      // After a pause what came before says nothing.
      if (last && arrivalMs - last.arrivalMs > WINDOW_MS) {
        window = [];
        sum = 0;
        sinceMs = undefined;
      }
      sinceMs ??= arrivalMs;
      window.push({ bytes, sentMs, arrivalMs });
      sum += bytes;
      let gone = 0;
      while (window[gone]!.arrivalMs <= arrivalMs - WINDOW_MS) sum -= window[gone++]!.bytes;
      if (gone > 0) window = window.slice(gone);
    },
  };
}
