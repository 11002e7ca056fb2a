import { expect, test } from 'vitest';
import { OPUS_SILENCE, OPUS_SILENCE_TICKS, opusTicks } from './opus.ts';

test.each([
  ['20 ms of music, one frame', [0xfc, 1], 960],
  ['two frames of 20 ms', [0xfd, 1], 1_920],
  ['60 ms of speech', [0x18, 1], 2_880],
  ['three frames of 2.5 ms', [0xe3, 3], 360],
  ['10 ms of hybrid', [0x60, 1], 480],
])('%s lasts as long as its head says', (_what, bytes, ticks) => {
  expect(opusTicks(Buffer.from(bytes))).toBe(ticks);
});

test('our silence lasts 20 ms', () => {
  expect(opusTicks(OPUS_SILENCE)).toBe(OPUS_SILENCE_TICKS);
});

test.each([
  ['empty', []],
  ['cut off before its count', [0xff]],
  ['without frames', [0xff, 0]],
  ['longer than 120 ms', [0xff, 10]],
])('a packet that is %s is refused', (_what, bytes) => {
  expect(opusTicks(Buffer.from(bytes))).toBeUndefined();
});
