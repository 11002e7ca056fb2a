import { expect, test } from 'vitest';
import { makeRepeatStore } from './repeat-store.ts';

const setup = () => makeRepeatStore<string>({ itemsMax: 8, bytesMax: 500, keptMs: 1_000 });

test('what is asked for is there, across the end of the numbers, and not what was never sent', () => {
  const store = setup();
  expect(store.take(1, 0, 0)).toBeUndefined();
  [65_534, 65_535, 0, 1].forEach((number, i) => store.add(number, `p${number}`, 7, 10, i));
  expect([65_534, 0, 1, 2, 65_533].map((number) => store.take(number, 0, 10)?.item)).toEqual([
    'p65534',
    'p0',
    'p1',
    undefined,
    undefined,
  ]);
  expect(store.newest(2).map(({ sequence }) => sequence)).toEqual([1, 0]);
});

test('a repeat is not sent again before it can have come, nor too often', () => {
  const store = setup();
  store.add(5, 'p', 7, 10, 0);
  expect(store.take(5, 50, 20)).toBeUndefined();
  expect(store.take(5, 50, 60)).toEqual({ sequence: 5, item: 'p', stamp: 7 });
  expect(store.take(5, 50, 100)).toBeUndefined();
  let times = 1;
  for (let atMs = 150; atMs < 1_000; atMs += 60) if (store.take(5, 50, atMs)) times += 1;
  expect(times).toBe(8);
});

test('it is bounded by count, by bytes and by time', () => {
  const store = setup();
  for (let i = 0; i < 20; i++) store.add(i, `p${i}`, 7, 10, i);
  expect(store.take(11, 0, 30)).toBeUndefined();
  expect(store.take(13, 0, 30)?.item).toBe('p13');
  expect(store.bytes).toBe(80);
  store.add(20, 'large', 7, 480, 40);
  expect(store.bytes).toBeLessThanOrEqual(500);
  store.add(21, 'later', 7, 10, 2_000);
  expect(store.take(20, 0, 2_000)).toBeUndefined();
  expect(store.bytes).toBe(10);
});
