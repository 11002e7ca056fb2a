import type { PreviewClaim } from '@klieg/contract/media';
import type { PreviewMeter } from '../../control/preview-meter.ts';
import type { RtpReader } from './whep-fanout.ts';

/** Pictures or sound that are further apart than this have stalled in between, which costs nothing. */
const STALL_MS = 1_000;

/** A viewer of a preview by WebRTC: gets what is left of it, and is closed when that is used up. */
export function makePreviewRtpReader(
  viewer: RtpReader,
  preview: PreviewClaim,
  previews: PreviewMeter,
): RtpReader {
  const reachedMs = new Map<'video' | 'audio', number>();

  /** What came before lasts until now. */
  const isGiven = (track: 'video' | 'audio', streamMs: number): boolean => {
    const beforeMs = reachedMs.get(track);
    const hasGoneOn = beforeMs !== undefined && streamMs >= beforeMs && streamMs - beforeMs <= STALL_MS;
    reachedMs.set(track, streamMs);
    return previews.take(preview, { startMs: hasGoneOn ? beforeMs : streamMs, endMs: streamMs });
  };
  return {
    ...viewer,
    send(track, unit) {
      if (isGiven(track, unit.streamMs)) viewer.send(track, unit);
      else viewer.close();
    },
    report(wallMs, streamMs) {
      if (previews.isOver(preview)) viewer.close();
      else viewer.report(wallMs, streamMs);
    },
  };
}
