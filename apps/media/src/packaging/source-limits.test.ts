import { expect, test } from 'vitest';
import { SPS_1080 } from '../hls/testing/test-source.ts';
import { SPS_360 } from '../testing/rtp-packets.ts';
import { makeSourceLimits } from './source-limits.ts';

/** What an encoder that sends like this for so long is told. */
function sendFor(seconds: number, { fps = 30, kbps = 2_500 }, startMs = 0) {
  const limits = makeSourceLimits();
  const bytes = (kbps * 1_000) / 8 / fps;
  for (let i = 0; i < seconds * fps; i++) {
    const refusal = limits.onPicture(startMs + Math.round((i * 1_000) / fps), bytes);
    if (refusal) return refusal;
  }
  return undefined;
}

test('usual settings are taken for as long as they come', () => {
  for (const rates of [{}, { fps: 60, kbps: 6_000 }, { fps: 60, kbps: 11_500 }, { fps: 1, kbps: 100 }])
    expect(sendFor(60, rates)).toBeUndefined();
  for (const sps of [SPS_360, SPS_1080]) expect(makeSourceLimits().onParameters(sps)).toBeUndefined();
});

test('too many bits or pictures a second are told (LIVE-VIDEO-010)', () => {
  expect(sendFor(15, { kbps: 26_000 })).toBe('bitrate');
  expect(sendFor(15, { fps: 120 })).toBe('picture_rate');
});

test('a moment of much, and a clock that jumps, are borne', () => {
  const limits = makeSourceLimits();
  for (let ms = 0; ms < 60_000; ms += 40)
    expect(limits.onPicture(ms, ms % 10_000 < 1_000 ? 150_000 : 5_000)).toBeUndefined();
  for (const atMs of [9_000_000, 0, 500_000]) expect(limits.onPicture(atMs, 2_000_000)).toBeUndefined();
});

test('sound without a picture is told after some seconds', () => {
  const limits = makeSourceLimits();
  for (let ms = 100; ms <= 10_100; ms += 20) expect(limits.onSound(ms)).toBeUndefined();
  expect(limits.onSound(10_200)).toBe('sound_only');
  limits.onPicture(10_200, 100);
  expect(limits.onSound(30_000)).toBeUndefined();
});
