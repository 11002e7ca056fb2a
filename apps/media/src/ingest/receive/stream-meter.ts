import type { StreamHealth } from '@klieg/contract/media';
import type { PictureFormat } from '../../packaging/sps.ts';

/** Counts what a publisher sends, for the health fact. */
export interface StreamMeter {
  onBytes(bytes: number): void;
  onPicture(isKey: boolean, isOutOfOrder: boolean, nowMs: number): void;
  onFormat(format: PictureFormat): void;
  onLoss(share: number): void;
  /** The health since the last call. */
  take(nowMs: number): Omit<StreamHealth, 'viewers'>;
}

const KEYFRAME_MS_MAX = 4_000;
const LOSS_PERCENT_MAX = 3;
/** Publishers overshoot briefly; a warning is due above this multiple of the allowed rate. */
const BITRATE_OVERSHOOT = 1.25;

/** @param maxKbps what a publisher may send */
export function makeStreamMeter(maxKbps: number, startMs: number): StreamMeter {
  let sinceMs = startMs;
  let bytes = 0;
  let pictures = 0;
  let outOfOrder = 0;
  let lossSum = 0;
  let lossCount = 0;
  let lastKeyMs: number | undefined;
  let keyframeMs = 0;
  let size = { width: 0, height: 0 };

  return {
    onBytes(count) {
      bytes += count;
    },
    onPicture(isKey, isOutOfOrder, nowMs) {
      pictures += 1;
      if (isOutOfOrder) outOfOrder += 1;
      if (!isKey) return;
      if (lastKeyMs !== undefined) keyframeMs = Math.round(nowMs - lastKeyMs);
      lastKeyMs = nowMs;
    },
    onFormat(format) {
      size = { width: format.width, height: format.height };
    },
    onLoss(share) {
      lossSum += share;
      lossCount += 1;
    },
    take(nowMs) {
      const seconds = Math.max(0.001, (nowMs - sinceMs) / 1000);
      const kbps = Math.round((bytes * 8) / 1000 / seconds);
      const fps = Math.round(pictures / seconds);
      const lossPercent = lossCount > 0 ? Math.round((lossSum / lossCount) * 1000) / 10 : 0;
      const keyframeAgeMs = lastKeyMs === undefined ? 0 : nowMs - lastKeyMs;
      const warnings: StreamHealth['warnings'][number][] = [];
      if (outOfOrder > 0) warnings.push('b_frames');
      if (Math.max(keyframeMs, keyframeAgeMs) > KEYFRAME_MS_MAX) warnings.push('keyframe_interval');
      if (kbps > maxKbps * BITRATE_OVERSHOOT) warnings.push('bitrate');
      if (lossPercent > LOSS_PERCENT_MAX) warnings.push('packet_loss');
      sinceMs = nowMs;
      bytes = pictures = outOfOrder = lossSum = lossCount = 0;
      return { kbps, fps, ...size, keyframeMs, lossPercent, warnings };
    },
  };
}
