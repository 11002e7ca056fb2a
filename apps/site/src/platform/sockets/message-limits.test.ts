import { describe, expect, test } from 'vitest';
import { makeAccountLimits, makeMessageLimits } from './message-limits.ts';

describe('what an account may write', () => {
  test('is one bucket, whichever page it writes on, and fills again by time: W40', () => {
    const limits = makeAccountLimits();
    const write = (key: string, now: number) => limits.take(key, 'v3.chat.send', now);
    for (let i = 0; i < 5; i++) expect(write('a1', 0)).toBe(0);
    expect(write('a1', 0)).toBe(1_000);
    expect(write('a2', 0)).toBe(0);
    expect(write('a1', 1_000)).toBe(0);
    expect(write('a1', 1_000)).toBeGreaterThan(0);
    expect(write('a1', 120_000)).toBe(0);
  });

  test('has a bucket for each kind of message, and none for what a page asks for itself: W40', () => {
    const limits = makeAccountLimits();
    for (let i = 0; i < 6; i++) limits.take('a1', 'v3.chat.send', 0);
    expect(limits.take('a1', 'v3.pm.send', 0)).toBe(0);
    for (let i = 0; i < 50; i++) expect(limits.take('a1', 'v3.room.resync', 0)).toBe(0);
  });
});

test('a message is as long as its event says, else 4 KiB: W40', () => {
  const { isTooLong } = makeMessageLimits();
  expect([isTooLong('v3.chat.send', 4_096), isTooLong('v3.chat.send', 4_097)]).toEqual([false, true]);
  expect([isTooLong('v3.pm.send', 8_192), isTooLong('v3.pm.send', 8_193)]).toEqual([false, true]);
});
