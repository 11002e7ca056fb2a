import { DAY_MS, HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';

/** How much of a clock is left. */
export interface TimeLeft {
  /** Such as `0:42`, `3 h`, `2 d`; with a minus where it is over. */
  readonly text: string;
  /** `late`: over, or less than a quarter is left; `soon`: less than half. */
  readonly tone: 'late' | 'soon' | 'calm';
}

/** A span of time in its largest unit, such as `12 min`, `3 h`, `2 d`. */
export function spanText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / MINUTE_MS)} min`;
}

/** The clock of a case, which began when it was received. All in Unix milliseconds. */
export function timeLeft(createdMs: number, dueMs: number, nowMs: number): TimeLeft {
  const left = dueMs - nowMs;
  const share = left / Math.max(1, dueMs - createdMs);
  const text = left < 0 ? `−${spanText(-left)}` : spanText(left);
  if (share < 0.25) return { text, tone: 'late' };
  return { text, tone: share < 0.5 ? 'soon' : 'calm' };
}
