import type { EncoderRefusalCode } from '@klieg/contract/media';
import { parseSps } from './sps.ts';

/** Which limit a source is beyond. */
export type ExceededLimit = 'size' | 'picture_rate' | 'bitrate' | 'sound_only';

/** The code told to the model's page. */
export const CODE_OF_LIMIT: Readonly<Record<ExceededLimit, EncoderRefusalCode>> = {
  size: 'picture_size',
  picture_rate: 'picture_rate',
  bitrate: 'bitrate_limit',
  sound_only: 'sound_only',
};

/**
 * How much one source may send: more than this costs the machine a core for one room. Times are milliseconds of any
 * clock that does not speed up when a stalled connection catches up.
 */
export interface SourceLimits {
  /** Each returns the exceeded limit; undefined: within limits. */
  onParameters(sps: Buffer): ExceededLimit | undefined;
  onPicture(timestampMs: number, bytes: number): ExceededLimit | undefined;
  onSound(timestampMs: number): ExceededLimit | undefined;
}

/** The most that a source may send; rates are means over ten seconds. */
export interface SourceBounds {
  /** Lying or upright. */
  readonly pixels: number;
  readonly picturesPerSecond: number;
  readonly kbps: number;
}

/** Of a performer's broadcast. */
export const BROADCAST_BOUNDS: SourceBounds = {
  pixels: 2_560 * 1_440,
  // Encoders that are set to 60 are off by a few.
  picturesPerSecond: 66,
  kbps: 12_000,
};
/** Rates are means over this long. */
const WINDOW_MS = 10_000;
/** Pictures that are further apart than this are of a clock that jumped. */
const JUMP_MS = 5_000;
/** Longer than encoders take between their first sound and their first picture. */
const SOUND_ONLY_MS = 10_000;

export function makeSourceLimits(bounds = BROADCAST_BOUNDS): SourceLimits {
  let window: { readonly sinceMs: number; lastMs: number; pictures: number; bytes: number } | undefined;
  let hasPicture = false;
  let firstSoundMs: number | undefined;

  const judge = (lengthMs: number, pictures: number, bytes: number): ExceededLimit | undefined => {
    if ((pictures * 1_000) / lengthMs > bounds.picturesPerSecond) return 'picture_rate';
    return (bytes * 8) / lengthMs > bounds.kbps ? 'bitrate' : undefined;
  };

  return {
    onParameters(sps) {
      const format = parseSps(sps);
      return format && format.width * format.height > bounds.pixels ? 'size' : undefined;
    },
    onPicture(timestampMs, bytes) {
      hasPicture = true;
      const sinceLastMs = window ? timestampMs - window.lastMs : 0;
      if (!window || sinceLastMs < 0 || sinceLastMs > JUMP_MS) {
        window = { sinceMs: timestampMs, lastMs: timestampMs, pictures: 1, bytes };
        return undefined;
      }
      const lengthMs = timestampMs - window.sinceMs;
      if (lengthMs >= WINDOW_MS) {
        const { pictures, bytes: seen } = window;
        window = { sinceMs: timestampMs, lastMs: timestampMs, pictures: 1, bytes };
        return judge(lengthMs, pictures, seen);
      }
      window.lastMs = timestampMs;
      window.pictures += 1;
      window.bytes += bytes;
      return undefined;
    },
    onSound(timestampMs) {
      if (hasPicture) return undefined;
      firstSoundMs ??= timestampMs;
      return timestampMs - firstSoundMs > SOUND_ONLY_MS ? 'sound_only' : undefined;
    },
  };
}
