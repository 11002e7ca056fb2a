import { expect, test } from 'vitest';
import { makeUnanswered } from './unanswered.ts';

test('a line that is cut now and then is let in, one that never answers is not: S11', () => {
  let nowMs = 0;
  const unanswered = makeUnanswered(() => nowMs);
  for (let i = 0; i < 20; i++) {
    unanswered.add('honest', 4_000);
    expect(unanswered.isTooMuch('honest')).toBe(false);
    nowMs += 60_000;
  }
  let watchedMs = 0;
  for (let i = 0; i < 600; i++) {
    if (!unanswered.isTooMuch('never answers')) {
      unanswered.add('never answers', 4_000);
      watchedMs += 4_000;
    }
    nowMs += 1_000;
  }
  expect(watchedMs).toBeLessThan(100_000);
  expect(unanswered.isTooMuch('honest')).toBe(false);
});
