/** How much is left out of a stream's renditions, because the machine is too slow for all of them. */
export interface Effort {
  /** 0: all are made; each further level leaves more out. */
  readonly level: number;
  /** The encoder fell behind. @returns whether the level has changed */
  onBehind(nowMs: number): boolean;
  /** To be asked each second or so. @returns whether more may be tried again, at another level */
  relax(nowMs: number): boolean;
}

/** A single delay may be anybody's; a second one within this is the stream's own. */
const WITHIN_MS = 30_000;
/** Without a delay for this long more is tried; doubled by each level that had to be left out again. */
const CALM_MS = 60_000;
const CALM_MS_MAX = 960_000;

/** @param levelMax the level with the least */
export function makeEffort(levelMax: () => number): Effort {
  let level = 0;
  let behindAtMs = -Infinity;
  let changedAtMs = -Infinity;
  let calmMs = CALM_MS;

  return {
    get level() {
      return level;
    },
    onBehind(nowMs) {
      const isAgain = nowMs - behindAtMs <= WITHIN_MS;
      behindAtMs = nowMs;
      if (!isAgain || level >= levelMax()) return false;
      level += 1;
      if (changedAtMs > -Infinity) calmMs = Math.min(CALM_MS_MAX, calmMs * 2);
      changedAtMs = nowMs;
      // The coming time is judged afresh.
      behindAtMs = -Infinity;
      return true;
    },
    relax(nowMs) {
      if (level === 0 || nowMs - Math.max(behindAtMs, changedAtMs) < calmMs) return false;
      level -= 1;
      changedAtMs = nowMs;
      return true;
    },
  };
}
