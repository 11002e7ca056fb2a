import { expect, test } from 'vitest';
import { makeSocketsMaxOf } from './sockets-max.ts';

test('a network has 40 sockets, and this machine more where everybody of a demo or a test is on it (W4)', () => {
  expect(makeSocketsMaxOf(true)({ isLoopback: false })).toBe(40);
  expect(makeSocketsMaxOf(false)({ isLoopback: true })).toBe(40);
  expect(makeSocketsMaxOf(true)({ isLoopback: true })).toBe(10_000);
});
