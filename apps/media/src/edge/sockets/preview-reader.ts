import type { PreviewClaim } from '@klieg/contract/media';
import type { PreviewMeter } from '../../control/preview-meter.ts';
import { readPictureChunk } from '../../packaging/read-chunk.ts';
import { PREVIEW_OVER } from './close-codes.ts';
import type { FrameReader } from '../feed.ts';
import type { Viewer } from './viewer.ts';
import { payloadOf } from './websocket-frame.ts';

/** Description and header precede the chunks of a start. */
const HEAD_FRAMES = 2;

/** A viewer of a preview: gets what is left of it, chunk by chunk, and is closed when that is used up. */
export function makePreviewReader(
  viewer: Viewer,
  preview: PreviewClaim,
  previews: PreviewMeter,
): FrameReader {
  const isGiven = (frame: Buffer): boolean => {
    const times = readPictureChunk(payloadOf(frame));
    // What cannot be read cannot be counted.
    if (!times) return false;
    return previews.take(preview, { startMs: times.startMs, endMs: times.startMs + times.durationMs });
  };
  return {
    get queuedBytes() {
      return viewer.queuedBytes;
    },
    write(frames, isStart) {
      const chunksAt = isStart ? HEAD_FRAMES : 0;
      const refusedAt = frames.findIndex((frame, i) => i >= chunksAt && !isGiven(frame));
      const given = refusedAt < 0 ? frames : frames.slice(0, refusedAt);
      if (given.length > chunksAt) viewer.write(given, isStart);
      if (refusedAt >= 0 || previews.isOver(preview)) viewer.close(4401, PREVIEW_OVER);
    },
    close: (code) => viewer.close(code),
  };
}
