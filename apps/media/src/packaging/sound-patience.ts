/**
 * How long the picture goes on without sound before silence takes its place. Silence that came too soon is never
 * replaced, so of sound that is always somewhat late, as from a busy phone, nothing would be heard: whoever sends late
 * is waited for longer, and players keep so much more.
 */
export interface SoundPatience {
  /** Sound this much behind the picture is replaced. */
  readonly lateMs: number;
  /** Silence reaches this close to the picture, so that it is not needed again at once. */
  readonly leftMs: number;
  /** A sound came after silence had taken its place. */
  onLate(behindMs: number): void;
  /** A sound came in time. */
  onTime(behindMs: number, durationMs: number): void;
}

const LATE_MS = 500;
/** Nobody is waited for longer: the picture of a publisher whose sound has failed plays on. */
const LATE_MAX_MS = 2_000;
/** Beyond what was late once, since the next may be later. */
const MARGIN_MS = 250;
const LEFT_MS = 200;
/** After so much sound that was not late the usual patience is enough again. */
const CALM_MS = 30_000;

export function makeSoundPatience(): SoundPatience {
  let lateMs = LATE_MS;
  let calmMs = 0;
  return {
    get lateMs() {
      return lateMs;
    },
    get leftMs() {
      return lateMs - LEFT_MS;
    },
    onLate(behindMs) {
      calmMs = 0;
      lateMs = Math.min(LATE_MAX_MS, Math.max(lateMs, behindMs + MARGIN_MS));
    },
    onTime(behindMs, durationMs) {
      calmMs = behindMs < LATE_MS - LEFT_MS ? calmMs + durationMs : 0;
      if (calmMs > CALM_MS) lateMs = LATE_MS;
    },
  };
}
