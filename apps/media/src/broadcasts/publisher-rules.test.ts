import { expect, test } from 'vitest';
import { SPS_1080 } from '../hls/testing/test-source.ts';
import { slice, SPS_360 } from '../testing/rtp-packets.ts';
import { limitMedia } from './limited-media.ts';
import { rulesOf } from './publisher-rules.ts';

const broadcast = { maxKbps: 2_500, renditionsMax: 3 };

/** What a publisher under these rules is sent away for, after so many seconds of pictures. */
function refusalOf(camera: { hasSound: boolean } | undefined, sps: Buffer, { fps = 30, bytes = 1_000 } = {}) {
  let nowMs = 0;
  let code: string | undefined;
  const way = limitMedia({
    bounds: rulesOf(camera, broadcast).bounds,
    now: () => nowMs,
    media: () => ({ onVideo() {}, onAudio() {}, onLayer() {}, onLayerEnd() {} }),
    onRefused: (told) => (code = told),
  });
  for (let i = 0; i < 12 * fps; i++) {
    nowMs = Math.round((i * 1_000) / fps);
    way.onVideo({
      ticks: nowMs * 90,
      isKey: true,
      sps,
      pps: sps,
      nals: [Buffer.concat([slice(5), Buffer.alloc(bytes)])],
    });
  }
  return code;
}

test('a camera sends at most 640 by 480, 30 pictures a second and little more than it is asked to (CONSTANTS-041, CONSTANTS-042)', () => {
  const camera = { hasSound: true };
  expect(refusalOf(camera, SPS_360)).toBeUndefined();
  expect(refusalOf(camera, SPS_1080)).toBe('picture_size');
  expect(refusalOf(camera, SPS_360, { fps: 60 })).toBe('picture_rate');
  expect(refusalOf(camera, SPS_360, { bytes: 10_000 })).toBe('bitrate_limit');
  expect(refusalOf(undefined, SPS_1080, { fps: 60, bytes: 10_000 })).toBeUndefined();
});

test('a broadcast has the rules of its process, a camera less of each', () => {
  expect(rulesOf(undefined, broadcast)).toMatchObject({ ...broadcast, hasSound: true, hasThumbnails: true });
  expect(rulesOf({ hasSound: false }, broadcast)).toMatchObject({
    maxKbps: 800,
    renditionsMax: 0,
    hasSound: false,
    hasThumbnails: false,
  });
  expect(rulesOf({ hasSound: true }, { ...broadcast, maxKbps: 500 })).toMatchObject({
    maxKbps: 500,
    hasSound: true,
  });
});
