import type { EncoderRefusalCode } from '@klieg/contract/media';
import {
  CODE_OF_LIMIT,
  type ExceededLimit,
  BROADCAST_BOUNDS,
  makeSourceLimits,
  type SourceBounds,
  type SourceLimits,
} from '../packaging/source-limits.ts';
import type { MediaIn } from '../ingest/source.ts';
import type { VideoUnit } from '../packaging/units.ts';

const BROWSER = 'Go live from the studio page in a browser, which keeps to the limits by itself';
const OBS = 'or set this in OBS';

/** Why a publisher's WHIP media is refused, for the model: what arrives and which setting to change. */
const TEXTS: Readonly<Record<ExceededLimit, string>> = {
  size: `Your program sends a picture of more than 2560x1440. ${BROWSER}, ${OBS} under Settings, Video: output (scaled) resolution 1920x1080 or less.`,
  picture_rate: `Your program sends more than 60 pictures a second. ${BROWSER}, ${OBS} under Settings, Video: Common FPS Values 30 or 60.`,
  bitrate: `Your program sends more than 12,000 kbit/s. ${BROWSER}, ${OBS} under Settings, Output: Bitrate 2,500 to 6,000 Kbps.`,
  sound_only: `Your program sends sound but no picture. ${BROWSER}, and check that a camera is chosen.`,
};

export interface LimitedMediaOptions {
  /** Where the media go; undefined: nowhere yet, and they are dropped. */
  readonly media: () => Omit<MediaIn, 'onAudioFormat'> | undefined;
  /** Called once, with its code and a sentence for the model; what comes after it is dropped. */
  readonly onRefused: (code: EncoderRefusalCode, text: string) => void;
  /** Absent: those of a performer's broadcast. */
  readonly bounds?: SourceBounds | undefined;
  /** Monotonic milliseconds: a sender's own clock would be its word on how fast it sends. */
  readonly now: () => number;
}

/** One WHIP publisher's way in, which ends where it sends more than any publisher may. */
export function limitMedia({
  media,
  onRefused,
  bounds,
  now,
}: LimitedMediaOptions): Omit<MediaIn, 'onAudioFormat'> {
  const limits = makeSourceLimits(bounds);
  /** One for each smaller size, plus the total bit rate. */
  const layers = new Map<number, SourceLimits>();
  const total = makeSourceLimits({ ...(bounds ?? BROADCAST_BOUNDS), picturesPerSecond: Infinity });
  let isRefused = false;

  const isBeyond = (limit: ExceededLimit | undefined): boolean => {
    if (!limit) return false;
    isRefused = true;
    onRefused(CODE_OF_LIMIT[limit], TEXTS[limit]);
    return true;
  };

  const limitOf = (own: SourceLimits, unit: VideoUnit): ExceededLimit | undefined => {
    const bytes = unit.nals.reduce((sum, nal) => sum + nal.length, 0);
    const nowMs = now();
    return (
      (unit.sps && own.onParameters(unit.sps)) ?? own.onPicture(nowMs, bytes) ?? total.onPicture(nowMs, bytes)
    );
  };

  const limitsOf = (layer: number): SourceLimits => {
    const known = layers.get(layer) ?? makeSourceLimits(bounds);
    layers.set(layer, known);
    return known;
  };

  return {
    onVideo(unit) {
      const to = media();
      if (!isRefused && to && !isBeyond(limitOf(limits, unit))) to.onVideo(unit);
    },
    onLayer(layer, unit) {
      const to = media();
      if (!isRefused && to && !isBeyond(limitOf(limitsOf(layer), unit))) to.onLayer(layer, unit);
    },
    onLayerEnd: (layer) => media()?.onLayerEnd(layer),
    onAudio(unit) {
      const to = media();
      if (!isRefused && to && !isBeyond(limits.onSound(now()))) to.onAudio(unit);
    },
  };
}
