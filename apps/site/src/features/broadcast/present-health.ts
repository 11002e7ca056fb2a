import type { Payload } from '@klieg/contract';
import { isSignalWarning } from '@klieg/contract/features/broadcast/signal-warnings';
import type { StreamHealth } from '@klieg/contract/media';

type Told = Payload<'v3.stream.ingest_info'>;

/** What a performer's pages are told about the arrival of her stream. @param seq grows with each */
export const presentHealth = (health: StreamHealth, tech: Told['tech'], seq: number): Told => ({
  seq,
  // A dark picture on a good connection is not an unstable stream.
  status: health.warnings.some((code) => !isSignalWarning(code)) ? 'unstable' : 'live',
  kbps: Math.round(health.kbps),
  fps: Math.round(health.fps),
  width: health.width,
  height: health.height,
  keyframe_ms: Math.round(health.keyframeMs),
  warnings: [...health.warnings],
  tech,
});
