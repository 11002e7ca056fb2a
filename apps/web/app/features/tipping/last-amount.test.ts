import { beforeEach, expect, test } from 'vitest';
import { lastAmount, parseAmount, rememberAmount } from './last-amount.ts';

beforeEach(() => localStorage.clear());

test('a tip starts with 25, then with the last amount that succeeded (CONSTANTS-059, LEDGER-TIP-008)', () => {
  expect(lastAmount()).toBe(25);
  rememberAmount(120);
  expect(lastAmount()).toBe(120);
});

test('a remembered value that is no amount is not used', () => {
  localStorage.setItem('klieg.last-tip', '"many"');
  expect(lastAmount()).toBe(25);
  localStorage.setItem('klieg.last-tip', '{');
  expect(lastAmount()).toBe(25);
});

test('amounts are whole, from 1 to 100000', () => {
  expect(['1', ' 60 ', '100000'].map(parseAmount)).toEqual([1, 60, 100_000]);
  expect(['0', '-5', '1.5', '100001', '', 'ten', '1e3'].map(parseAmount)).toEqual(Array(7).fill(undefined));
});
