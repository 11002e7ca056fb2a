import { expect, test } from 'vitest';
import {
  maskAddress,
  mayMailConfirmation,
  refuseLink,
  secondsToChange,
  secondsToResend,
} from './link-rules.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000);

test('a link works until it is used or its time is over', () => {
  expect(refuseLink(undefined, NOW)).toBe('unknown');
  expect(refuseLink({ usedAt: null, expiresAt: at(1) }, NOW)).toBeUndefined();
  expect(refuseLink({ usedAt: null, expiresAt: at(0) }, NOW)).toBe('expired');
  expect(refuseLink({ usedAt: at(-5), expiresAt: at(1) }, NOW)).toBe('used');
  // Who has used it is told so, also later.
  expect(refuseLink({ usedAt: at(-5), expiresAt: at(-1) }, NOW)).toBe('used');
});

test('a confirmation is sent once in 60 seconds and five times in a day (IDENTITY-018)', () => {
  const sent = (...secondsAgo: number[]) => secondsAgo.map((seconds) => NOW - seconds * 1_000);
  expect(secondsToResend([], NOW)).toBe(0);
  expect(secondsToResend(sent(0), NOW)).toBe(60);
  expect(secondsToResend(sent(59), NOW)).toBe(1);
  expect(secondsToResend(sent(60), NOW)).toBe(0);
  expect(secondsToResend(sent(100, 200, 300, 400), NOW)).toBe(0);
  expect(secondsToResend(sent(100, 200, 300, 400, 86_000), NOW)).toBe(400);
  expect(secondsToResend(sent(100, 200, 300, 400, 86_400), NOW)).toBe(0);
});

test('an address gets 20 confirmations a day, and beyond them two of each account that asks for them itself', () => {
  expect(mayMailConfirmation({ byAll: 19, byAccount: 19 }, false)).toBe(true);
  expect(mayMailConfirmation({ byAll: 20, byAccount: 0 }, false)).toBe(false);
  expect(mayMailConfirmation({ byAll: 20, byAccount: 0 }, true)).toBe(true);
  expect(mayMailConfirmation({ byAll: 500, byAccount: 1 }, true)).toBe(true);
  expect(mayMailConfirmation({ byAll: 20, byAccount: 2 }, true)).toBe(false);
});

test('another address may be named at once, five times in a day', () => {
  const sent = (...secondsAgo: number[]) => secondsAgo.map((seconds) => NOW - seconds * 1_000);
  expect(secondsToChange(sent(0, 1, 2, 3), NOW)).toBe(0);
  expect(secondsToChange(sent(0, 1, 2, 3, 4), NOW)).toBe(86_396);
});

test('an address is told by its first letter and its host', () => {
  expect(maskAddress('anna.b@example.org')).toBe('a…@example.org');
  expect(maskAddress('a@example.org')).toBe('a…@example.org');
});
