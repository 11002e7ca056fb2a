import { expect, test } from 'vitest';
import { SPS_360 } from '../testing/rtp-packets.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isBSlice, parseSps } from './sps.ts';

test('size and codec of a baseline stream are read', () => {
  expect(parseSps(SPS_360)).toEqual({ width: 640, height: 360, codec: 'avc1.42C016' });
});

test('a cropped high profile stream is read', () => {
  const sps = Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex');
  expect(parseSps(sps)).toEqual({ width: 1920, height: 1080, codec: 'avc1.640028' });
});

test('malformed sets and other NAL units are refused', () => {
  expect(parseSps(Buffer.from([0x67]))).toBeUndefined();
  expect(parseSps(Buffer.from([0x68, 1, 2, 3]))).toBeUndefined();
  expect(parseSps(SPS_360.subarray(0, 6))).toBeUndefined();
});

test('5,000 mutated sets are read or refused within bounds, and never throw', () => {
  const random = seededRandom(99);
  for (let i = 0; i < 5_000; i++) {
    const sps = Buffer.from(SPS_360);
    for (let k = 0; k < 4; k++) sps[Math.floor(random() * sps.length)] = Math.floor(random() * 256);
    const format = parseSps(sps);
    if (format) expect(format.width).toBeLessThanOrEqual(8_192);
  }
});

test('B slices are told from P slices', () => {
  expect(isBSlice(Buffer.from([0x41, 0b1_010_0000]))).toBe(true);
  expect(isBSlice(Buffer.from([0x41, 0b1_1_000000]))).toBe(false);
  expect(isBSlice(Buffer.from([0x65, 0b1_010_0000]))).toBe(false);
});
