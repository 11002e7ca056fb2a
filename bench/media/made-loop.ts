import { type PacketLoop, packetLoop } from '../../apps/demo/src/loop-sender.ts';
import { PPS, slice, SPS_360 } from '../../apps/media/src/testing/rtp-packets.ts';

const FPS = 30;
const SECONDS = 2;
/** A keyframe is as large as this many other pictures. */
const KEY_WEIGHT = 6;
const SOUND_MS = 20;
const SOUND_BYTES = 80;
const OPUS_20_MS = 0xfc;
const START_CODE = Buffer.from([0, 0, 0, 1]);

/** Two seconds of pictures of a rate that no decoder has to understand, with sound. */
export function makeLoop(mbps: number): PacketLoop {
  const count = FPS * SECONDS;
  const bytes = Math.round((mbps * 1e6 * SECONDS) / 8 / (count - 1 + KEY_WEIGHT));
  const key = [START_CODE, SPS_360, START_CODE, PPS, START_CODE, slice(5, bytes * KEY_WEIGHT)];
  const other = Buffer.concat([START_CODE, slice(1, bytes)]);
  const sound = Buffer.alloc(SOUND_BYTES, 1);
  sound[0] = OPUS_20_MS;
  return packetLoop({
    width: 640,
    height: 360,
    durationMs: SECONDS * 1_000,
    pictures: Array.from({ length: count }, (_, i) => (i === 0 ? Buffer.concat(key) : other)),
    sounds: Array.from({ length: (SECONDS * 1_000) / SOUND_MS }, () => sound),
  });
}
