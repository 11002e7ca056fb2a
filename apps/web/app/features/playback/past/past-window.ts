/** From when to when one may go back, as the server said at a moment of this page. */
export interface PastWindow {
  /** Unix milliseconds by the server's clock, as the next two. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly nowMs: number;
  /** When that was, in monotonic milliseconds. */
  readonly atMs: number;
}

/** Nearer to the newest picture than this one sees it live, which is sooner than its past is kept. */
export const LIVE_SECONDS = 8;
/** Where to the left one gets by one press of an arrow, in seconds. */
export const STEP_SECONDS = 5;
export const FAR_SECONDS = 60;

/** Reads the server's answer; undefined if invalid. */
export function readWindow(answer: unknown, atMs: number): PastWindow | undefined {
  const { from, until, now } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof from !== 'number' || typeof until !== 'number' || typeof now !== 'number') return undefined;
  return { fromMs: from, untilMs: until, nowMs: now, atMs };
}

/** What time it is at the server. @param atMs monotonic */
export const serverNow = (window: PastWindow, atMs: number): number => window.nowMs + (atMs - window.atMs);

/** How many whole seconds one may go back now. @param minutes that the performer lets one */
export function secondsBack(window: PastWindow | undefined, minutes: number, atMs: number): number {
  if (!window) return 0;
  const seconds = Math.floor((serverNow(window, atMs) - window.fromMs) / 1_000);
  // The oldest piece goes while somebody is on the way to it.
  return Math.max(0, Math.min(seconds, minutes * 60 - STEP_SECONDS));
}

/** Adjusts a request to what exists: live near the newest picture, else within what is kept. */
export function clampBehind(seconds: number, most: number): number {
  const within = Math.round(Math.min(seconds, most));
  return within < LIVE_SECONDS ? 0 : within;
}

/** A key's target, in seconds behind the newest picture; undefined: not a timeline key. */
export function behindByKey(key: string, behind: number, most: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      // From live the first step leads to the latest kept moment.
      return clampBehind(Math.max(behind + STEP_SECONDS, LIVE_SECONDS), most);
    case 'ArrowRight':
    case 'ArrowUp':
      return clampBehind(behind - STEP_SECONDS, most);
    case 'PageDown':
      return clampBehind(behind + FAR_SECONDS, most);
    case 'PageUp':
      return clampBehind(behind - FAR_SECONDS, most);
    case 'Home':
      return clampBehind(most, most);
    case 'End':
      return 0;
    default:
      return undefined;
  }
}
