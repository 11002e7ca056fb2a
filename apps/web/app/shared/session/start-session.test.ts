import { expect, test } from 'vitest';
import { isOlder } from './start-session.ts';

test('versions compare part by part as numbers (REALTIME-001)', () => {
  expect(isOlder('1.9.0', '1.10.0')).toBe(true);
  expect(isOlder('1.10.0', '1.9.0')).toBe(false);
  expect(isOlder('1.0.0', '1.0.0')).toBe(false);
  expect(isOlder('1.0', '1.0.1')).toBe(true);
});
