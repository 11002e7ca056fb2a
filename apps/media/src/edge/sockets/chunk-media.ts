import type { MediaSpan } from '../../control/media-spans.ts';
import { PICTURE_CLOCK, readRuns, type Timescales, type TrackRead } from '../../packaging/read-chunk.ts';
import { FROZEN_MS, STALL_MS } from '../webrtc/still-picture.ts';

/** Silence that the packager fills in is shorter, and so are packets of an encoder that hears nothing. */
const SILENCE_BYTES_MAX = 10;
/** About what a packet of either codec lasts. */
const SOUND_PACKET_MS = 20;

/** About how much sound somebody sent with a chunk. */
const soundMs = (tracks: readonly TrackRead[]): number =>
  tracks.reduce(
    (sum, { samples }) =>
      sum + samples.filter(({ bytes }) => bytes > SILENCE_BYTES_MAX).length * SOUND_PACKET_MS,
    0,
  );

/**
 * The broadcaster's media in a chunk. A frozen picture lasts for seconds in its chunk, which counts only while there
 * was sound, and not at all once it counts as frozen.
 * @param timescales of its header; absent: it has pictures
 */
export function spansOfChunk(chunk: Buffer, timescales: Timescales = PICTURE_CLOCK): readonly MediaSpan[] {
  const [leading, ...others] = readRuns(chunk, timescales);
  if (!leading) return [];
  const spans: MediaSpan[] = [];
  let startMs = leading.startMs;
  for (const { durationMs } of leading.samples) {
    const endMs = startMs + durationMs;
    const hasSound = durationMs < FROZEN_MS && soundMs(others) >= durationMs / 2;
    const last = spans.at(-1);
    if (durationMs <= STALL_MS || hasSound) {
      if (last?.endMs === startMs) spans[spans.length - 1] = { startMs: last.startMs, endMs };
      else spans.push({ startMs, endMs });
    }
    startMs = endMs;
  }
  return spans;
}
