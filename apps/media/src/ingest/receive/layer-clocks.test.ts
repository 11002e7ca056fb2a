import { expect, test } from 'vitest';
import { makeLayerClocks } from './layer-clocks.ts';

const HOUR_TICKS = 3_600 * 90_000;

test('the first layer is the clock; one that counts from the same moment, also behind the wrap of 32 bits, needs no report', () => {
  const clocks = makeLayerClocks();
  clocks.onPacket(0, 1_000, 0);
  expect(clocks.place(0, 4_000)).toBe(4_000);
  clocks.onPacket(1, 1_000 + 9_000, 120);
  expect(clocks.place(1, 10_000)).toBe(10_000);
  clocks.onPacket(2, 12_000 - 2 ** 32, 130);
  expect(clocks.place(2, 12_000 - 2 ** 32)).toBe(12_000);
});

test('layers that begin by chance are related by the reports of their sender, to the tick', () => {
  const clocks = makeLayerClocks();
  clocks.onPacket(0, 5 * HOUR_TICKS, 0);
  clocks.onPacket(1, 777, 10);
  expect(clocks.place(1, 777)).toBeUndefined();
  clocks.onReport(1, 777, 900_000);
  expect(clocks.place(1, 777)).toBeUndefined();
  clocks.onReport(0, 5 * HOUR_TICKS + 90_000, 901_000);
  clocks.onReport(1, 777 + 180_000, 902_000);
  expect(clocks.place(1, 777)).toBe(5 * HOUR_TICKS);
  // Reports are off by a millisecond now and then, which must not move the pictures.
  clocks.onReport(1, 777 + 270_000, 903_001);
  expect(clocks.place(1, 777)).toBe(5 * HOUR_TICKS);
});

test('a layer that is never reported is placed by when it comes, and by its report once there is one', () => {
  const clocks = makeLayerClocks();
  clocks.onPacket(0, 0, 0);
  clocks.onPacket(1, 9 * HOUR_TICKS, 0);
  clocks.onPacket(0, 540_000, 6_000);
  clocks.onPacket(1, 9 * HOUR_TICKS + 540_000, 6_200);
  expect(clocks.place(1, 9 * HOUR_TICKS + 540_000)).toBe(540_000 + 18_000);
  clocks.onReport(0, 540_000, 50_000);
  clocks.onReport(1, 9 * HOUR_TICKS + 540_000, 50_000);
  expect(clocks.place(1, 9 * HOUR_TICKS + 540_000)).toBe(540_000);
});

test('a layer that begins anew is placed anew, also by the others when it was the first; all that begin anew are a new clock', () => {
  const clocks = makeLayerClocks();
  clocks.onPacket(0, 0, 0);
  clocks.onPacket(1, 0, 0);
  clocks.onReport(1, 90_000, 1_000);
  clocks.reset(0);
  expect(clocks.place(0, 0)).toBeUndefined();
  clocks.onPacket(0, 44 * HOUR_TICKS, 2_000);
  clocks.onReport(0, 44 * HOUR_TICKS, 2_000);
  expect(clocks.place(0, 44 * HOUR_TICKS)).toBe(180_000);
  clocks.reset(0);
  clocks.reset(1);
  clocks.onPacket(1, 123, 9_000);
  expect(clocks.place(1, 123)).toBe(123);
});
