import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { makeDelayTrend } from './delay-trend.ts';

/** Packets each 20 ms for so long, whose way takes what `delayMs` says of them. */
function run(seconds: number, delayMs: (atMs: number) => number) {
  const trend = makeDelayTrend();
  const seen = new Set<string>();
  for (let atMs = 0; atMs < seconds * 1_000; atMs += 20) {
    trend.onPacket(atMs, atMs + delayMs(atMs), atMs);
    seen.add(trend.use);
  }
  return { seen, last: trend.use };
}

test('a way that stays as long as it is, is normal, however long', () => {
  expect(run(20, () => 400).seen).toEqual(new Set(['normal']));
});

test('a way that becomes longer and longer is seen, and one that drains is no reason to send less', () => {
  expect(run(3, (atMs) => 40 + atMs * 0.1).last).toBe('over');
  expect(run(3, (atMs) => Math.max(20, 700 - atMs * 0.3)).seen).toContain('under');
});

test('delays by chance on a good line are noise', () => {
  const random = seededRandom(8);
  const { seen } = run(60, () => 50 + random() * 6);
  expect(seen).not.toContain('over');
});

test('a clock that jumps by a minute begins anew', () => {
  expect(run(6, (atMs) => (atMs < 3_000 ? 40 : 60_040)).seen).toEqual(new Set(['normal']));
});

test('packets that were held back and came at once are one moment', () => {
  const trend = makeDelayTrend();
  for (let i = 0; i < 200; i++) {
    // Radio: each 60 ms all that waited comes.
    const atMs = i * 12;
    trend.onPacket(atMs, Math.ceil(atMs / 60) * 60 + 30 + (i % 5) * 0.2, atMs);
  }
  expect(trend.use).not.toBe('over');
});
