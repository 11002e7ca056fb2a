/** What is known of a broadcast at a moment. */
export interface HealthSample {
  readonly kbps: number;
  readonly fps: number;
  readonly lossPercent: number;
  /** Loudness; null without sound. */
  readonly lufs: number | null;
}

/** Five minutes at one sample each five seconds. */
export const SAMPLES_MAX = 60;

/** Adds a sample and forgets the oldest. */
export const addSample = (series: readonly HealthSample[], sample: HealthSample): readonly HealthSample[] =>
  [...series, sample].slice(-SAMPLES_MAX);

/**
 * Points of a line in a box, newest at the right edge; values above `top` are cut. Empty below two values, which make
 * no line.
 */
export function linePoints(values: readonly number[], top: number, width: number, height: number): string {
  if (values.length < 2) return '';
  const step = width / (SAMPLES_MAX - 1);
  const offset = width - (values.length - 1) * step;
  return values
    .map((value, i) => {
      const share = top > 0 ? Math.min(1, Math.max(0, value / top)) : 0;
      return `${(offset + i * step).toFixed(1)},${(height - share * height).toFixed(1)}`;
    })
    .join(' ');
}

/** The top of a scale: a fifth above the largest value, at least `least`. */
export const scaleTop = (values: readonly number[], least: number): number =>
  Math.max(least, ...values.map((value) => value * 1.2));
