import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { BYTES_MAX, KEEP_MS, makeMicroCache } from './micro-cache.ts';
import { makeRenderedPage } from './rendered-page.ts';

const pageOf = (text: string, status = 200) =>
  makeRenderedPage({ status, headers: {}, text: Buffer.from(text) }, 'no mark');
const LARGE = 'x'.repeat(4 * 1024 * 1024);

/** A cache whose time the test passes. */
function openCache() {
  let nowMs = 1_000;
  const cache = makeMicroCache(() => nowMs);
  let renders = 0;
  const get = (key: string, text = 'page', status = 200) =>
    cache.get(key, () => {
      renders += 1;
      return Promise.resolve(pageOf(text, status));
    });
  return { cache, get, pass: (ms: number) => (nowMs += ms), renders: () => renders };
}

test('a page is kept for a moment, and asked for by many at once it is rendered once', async () => {
  const { get, pass, renders } = openCache();
  await Promise.all([get('a'), get('a'), get('a')]);
  expect((await get('a')).isHit).toBe(true);
  expect(renders()).toBe(1);
  pass(KEEP_MS);
  expect((await get('a')).isHit).toBe(false);
  expect(renders()).toBe(2);
});

test('only good answers are kept', async () => {
  const { cache, get, renders } = openCache();
  await get('none', 'page', 404);
  await get('none', 'page', 404);
  await cache.get('refused', () => Promise.resolve('busy'));
  expect(cache.bytes).toBe(0);
  expect(renders()).toBe(2);
});

test('what another network was refused is asked for again', async () => {
  const { cache } = openCache();
  let tell: (answer: 'too_many') => void = () => undefined;
  const first = cache.get('a', () => new Promise((resolve) => (tell = resolve)));
  const second = cache.get('a', () => Promise.resolve(pageOf('page')));
  tell('too_many');
  expect((await first).page).toBe('too_many');
  expect((await second).page).not.toBe('too_many');
});

test.runIf(isFullRun)(
  'however many variants are asked for, what they take is bounded, and gone a moment later',
  async () => {
    const { cache, get, pass } = openCache();
    for (let n = 0; n < 60; n++) await get(`variant ${n}`, LARGE);
    expect(cache.bytes).toBeLessThanOrEqual(BYTES_MAX);
    expect((await get('variant 59', LARGE)).isHit).toBe(true);
    expect((await get('variant 0', LARGE)).isHit).toBe(false);
    pass(KEEP_MS);
    await get('one', 'short');
    expect(cache.bytes).toBeLessThan(100);
  },
);
