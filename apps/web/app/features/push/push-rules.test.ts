import { expect, test } from 'vitest';
import { isReportDue, keyBytes, keyText } from './push-rules.ts';

test('a page says again that it is subscribed once an hour at most', () => {
  const now = 10_000_000;
  expect(isReportDue(undefined, now)).toBe(true);
  expect(isReportDue(now - 3_599_999, now)).toBe(false);
  expect(isReportDue(now - 3_600_000, now)).toBe(true);
  // A clock that was set back.
  expect(isReportDue(now + 1, now)).toBe(true);
});

test('keys go there and back', () => {
  const text = 'BTBZMqHH6r4Tts7J_aSIgg';
  expect(keyText(keyBytes(text).buffer)).toBe(text);
});
