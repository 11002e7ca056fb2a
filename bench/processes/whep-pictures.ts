import type { VideoUnit } from '../../apps/media/src/packaging/units.ts';

const FPS = 30;
const TICKS_PER_PICTURE = 90_000 / FPS;
const SLICE = 0x41;
const KEY_SLICE = 0x65;
const PICTURES_PER_GROUP = 60;

/** Calls with synthetic pictures of one slice at a steady rate until the process ends. */
export function streamPictures(mbps: number, onPicture: (unit: VideoUnit) => void): void {
  const slice = Buffer.alloc(Math.round((mbps * 1e6) / 8 / FPS), 0x5a);
  const keySlice = Buffer.from(slice);
  slice[0] = SLICE;
  keySlice[0] = KEY_SLICE;
  let count = 0;
  let nextMs = performance.now();
  setInterval(() => {
    for (; performance.now() >= nextMs; nextMs += 1_000 / FPS) {
      const isKey = count % PICTURES_PER_GROUP === 0;
      const nals = [isKey ? keySlice : slice];
      onPicture({ ticks: count * TICKS_PER_PICTURE, isKey, sps: undefined, pps: undefined, nals });
      count += 1;
    }
  }, 5);
}
