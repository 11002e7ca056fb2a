import { expect, test } from 'vitest';
import { makeStandingQueue } from './standing-queue.ts';

test('a queue that stays full is seen, and a way that is longer for good is forgiven after a while', () => {
  const queue = makeStandingQueue();
  expect(queue.ms).toBe(0);
  let atMs = 0;
  const pass = (seconds: number, wayMs: number): void => {
    for (const untilMs = atMs + seconds * 1_000; atMs < untilMs; atMs += 20)
      queue.onPacket(atMs, atMs + 90_000 + wayMs, atMs);
  };
  pass(5, 40);
  expect(queue.ms).toBeLessThan(1);
  pass(3, 340);
  expect(queue.ms).toBeGreaterThan(280);
  pass(2, 40);
  expect(queue.ms).toBeLessThan(10);
  pass(35, 240);
  expect(queue.ms).toBeLessThan(10);
});
