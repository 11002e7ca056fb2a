import { afterEach, expect, test, vi } from 'vitest';
import { canSendSizes, sizesFor, takesSizes } from './picture-sizes.ts';

afterEach(() => vi.unstubAllGlobals());

const heightsOf = (height: number, kbps = 2_500, cores = 8) =>
  sizesFor(height, kbps, cores).map(({ scaleResolutionDownBy = 1 }) =>
    Math.round(height / scaleResolutionDownBy),
  );

test('from 720p on a picture is sent in three sizes, below it in two, a small one in one', () => {
  expect(heightsOf(1_080)).toEqual([1_080, 480, 240]);
  expect(heightsOf(720)).toEqual([720, 480, 240]);
  expect(heightsOf(480)).toEqual([480, 240]);
  expect(heightsOf(360)).toEqual([360, 240]);
  expect(heightsOf(240)).toEqual([240]);
  // A small machine, little that may be sent, and a camera that does not say.
  expect(heightsOf(720, 2_500, 2)).toEqual([720, 240]);
  expect(heightsOf(720, 800)).toEqual([720]);
  expect(sizesFor(undefined, 2_500)).toEqual([{ maxFramerate: 30, maxBitrate: 2_500_000 }]);
});

test('all sizes together keep within what may be sent, and the largest has most of it', () => {
  for (const kbps of [1_000, 1_500, 2_500, 6_000]) {
    const rates = sizesFor(720, kbps, 8).map(({ maxBitrate = 0 }) => maxBitrate);
    expect(rates.reduce((sum, rate) => sum + rate)).toBe(kbps * 1_000);
    expect(rates[0]).toBeGreaterThan(kbps * 400);
  }
});

test('only a browser that is known to can send several sizes', () => {
  const say = (userAgentData: unknown) => vi.stubGlobal('navigator', { userAgentData });
  say({ mobile: false, brands: [{ brand: 'Not A Brand' }, { brand: 'Chromium' }] });
  expect(canSendSizes()).toBe(true);
  for (const told of [
    undefined,
    { mobile: true, brands: [{ brand: 'Chromium' }] },
    { mobile: false, brands: [] },
  ]) {
    say(told);
    expect(canSendSizes()).toBe(false);
  }
});

test('a server that takes several sizes says so in its answer', () => {
  expect(takesSizes('v=0\r\nm=video 9\r\na=rid:h recv\r\na=simulcast:recv h;l\r\n')).toBe(true);
  expect(takesSizes('v=0\r\nm=video 9\r\na=simulcast:send h;l\r\n')).toBe(false);
});
