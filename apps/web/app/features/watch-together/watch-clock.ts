import type { Payload } from '@klieg/contract';

/* A video's position for both, by the server's stamps (S704). Pure; all times in milliseconds. */

/** A page that is further off than this jumps. */
export const DRIFT_MS = 500;
/** A paused video shows the same picture to both. */
const STILL_MS = 40;
/** A jump that takes time aims at most this far ahead. */
export const LEAD_MAX_MS = 2_000;
/** HTMLMediaElement.HAVE_FUTURE_DATA: it can continue from here. */
const CAN_GO_ON = 3;

type Told = Pick<Payload<'v3.watch.update'>, 'playing' | 'position_ms' | 'at'>;

/** The video's target position now. @param now by the same clock as the delay */
export function expectedMs(told: Told, delayMs: number | null, now: number): number {
  const position = told.position_ms ?? 0;
  if (!told.playing || delayMs === null) return position;
  return position + Math.max(0, now - delayMs - told.at);
}

/** A video as it is on this page. */
export interface VideoSight {
  readonly positionMs: number;
  readonly durationMs: number;
  readonly isPaused: boolean;
  readonly isSeeking: boolean;
  /** HTMLMediaElement.readyState. */
  readonly readyState: number;
}

export interface SyncStep {
  /** Jump there. */
  readonly seekMs?: number;
  readonly press?: 'play' | 'pause';
}

/**
 * What brings this page's video to where both are; nothing to do is an empty step.
 * @param leadMs how long the last jump took: one that needs its time lands where the other is by then
 */
export function syncStep(
  told: Pick<Told, 'playing'>,
  expected: number,
  video: VideoSight,
  leadMs: number,
): SyncStep {
  const target = Math.min(expected, video.durationMs);
  const offMs = Math.abs(target - video.positionMs);
  if (video.isSeeking) return {};
  if (!told.playing)
    return {
      ...(!video.isPaused && { press: 'pause' as const }),
      ...(offMs > STILL_MS && { seekMs: target }),
    };
  // The server ends it a moment later; until then it shows its last picture.
  if (expected >= video.durationMs) return {};
  const isWaiting = !video.isPaused && video.readyState < CAN_GO_ON;
  const aim = Math.min(video.durationMs, target + Math.min(leadMs, LEAD_MAX_MS));
  return {
    ...(video.isPaused && { press: 'play' as const }),
    ...(offMs > DRIFT_MS && !isWaiting && { seekMs: aim }),
  };
}
