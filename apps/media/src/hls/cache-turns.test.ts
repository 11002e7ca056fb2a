import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { type CacheTurnsOptions, makeCacheTurns } from './cache-turns.ts';

function setup(options: Partial<CacheTurnsOptions> = {}) {
  const turns = makeCacheTurns({ storeMs: 1, fetchMs: 1, keysMax: 3, waitingMax: 10, ...options });
  const passed: string[] = [];
  const coming = Promise.withResolvers<void>();
  const take = (name: string, key = 'part') =>
    turns.take(key, () => coming.promise).then(() => passed.push(name));
  return { turns, take, passed, come: () => coming.resolve() };
}

test('the first reader is let through at once, the others when the cache was answered', async () => {
  const { turns, take, passed } = setup({ fetchMs: 60_000 });
  await take('first');
  const others = [take('second'), take('third')];
  await eventually(() => expect(turns.waiting).toBe(2));
  expect(passed).toEqual(['first']);
  turns.fetched('part');
  await Promise.all(others);
  await take('late');
  expect([passed, turns.waiting]).toEqual([['first', 'second', 'third', 'late'], 0]);
});

test('a cache that has the thing already, and never asks, does not hold its readers', async () => {
  const { take, passed, come } = setup({ storeMs: 60_000 });
  await take('first');
  const second = take('second');
  come();
  await second;
  expect(passed).toEqual(['first', 'second']);
});

test('things do not wait for each other, the oldest are forgotten, and so many readers are held', async () => {
  const { turns, take, passed } = setup({ waitingMax: 1 });
  for (const key of ['a', 'b', 'c', 'd', 'a']) await take(key, key);
  expect(passed).toEqual(['a', 'b', 'c', 'd', 'a']);
  void take('held', 'd');
  await take('too many', 'd');
  expect([turns.waiting, passed.at(-1)]).toEqual([1, 'too many']);
  turns.fetched('unknown');
});
