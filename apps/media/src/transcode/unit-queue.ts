/** Sent to a child and not yet answered; answers come in order. */
export interface UnitQueue {
  add(bytes: number, nowMs: number): void;
  /** The oldest was answered. */
  takeOldest(nowMs: number): void;
  /** Restarts the waiting time from here. */
  restamp(nowMs: number): void;
  clear(): void;
  readonly length: number;
  readonly isFull: boolean;
  /** For how long the oldest has been waiting; 0 when nothing does. */
  waitMs(nowMs: number): number;
  /** For how long nothing was answered though something waits. */
  silentMs(nowMs: number): number;
}

export interface UnitQueueOptions {
  readonly unitsMax: number;
  readonly bytesMax: number;
}

interface Waiting {
  readonly bytes: number;
  readonly atMs: number;
}

/** Counts only; the units themselves are on their way. */
export function makeUnitQueue({ unitsMax, bytesMax }: UnitQueueOptions): UnitQueue {
  let waiting: Waiting[] = [];
  let bytes = 0;
  let progressAtMs = -Infinity;
  let stampedAtMs = -Infinity;

  const since = (nowMs: number, ...times: readonly number[]): number =>
    waiting[0] ? nowMs - Math.max(waiting[0].atMs, stampedAtMs, ...times) : 0;

  return {
    add(unitBytes, nowMs) {
      waiting.push({ bytes: unitBytes, atMs: nowMs });
      bytes += unitBytes;
    },
    takeOldest(nowMs) {
      bytes -= waiting.shift()?.bytes ?? 0;
      progressAtMs = nowMs;
    },
    restamp(nowMs) {
      stampedAtMs = nowMs;
    },
    clear() {
      waiting = [];
      bytes = 0;
    },
    get length() {
      return waiting.length;
    },
    get isFull() {
      return waiting.length >= unitsMax || bytes >= bytesMax;
    },
    waitMs: (nowMs) => since(nowMs),
    silentMs: (nowMs) => since(nowMs, progressAtMs),
  };
}
