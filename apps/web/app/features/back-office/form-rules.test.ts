import { expect, test } from 'vitest';
import {
  advertsOf,
  centsOf,
  dollarsOf,
  fromTimeField,
  hundredthsOf,
  toTimeField,
  wholeOf,
} from './form-rules.ts';

test('dollars are cents, and what is no amount is none', () => {
  expect([centsOf('5'), centsOf('5.5'), centsOf(' 5,05 '), centsOf('19.99')]).toEqual([500, 550, 505, 1_999]);
  for (const text of ['', '-5', '5.005', 'five', '1e3', '5.']) expect(centsOf(text), text).toBeUndefined();
  expect(dollarsOf(1_990)).toBe('19.90');
});

test('a whole number keeps its bounds', () => {
  const bounds = { min: 1, max: 100 };
  expect([wholeOf('1', bounds), wholeOf(' 100 ', bounds)]).toEqual([1, 100]);
  for (const text of ['0', '101', '1.5', '', '-1', 'x']) expect(wholeOf(text, bounds), text).toBeUndefined();
});

test('odds have at most two decimals and are part of the wheel', () => {
  expect([hundredthsOf('33.33'), hundredthsOf('4,5'), hundredthsOf('100')]).toEqual([3_333, 450, 10_000]);
  for (const text of ['0', '0.00', '100.01', '1.234', '', '-1', 'x'])
    expect(hundredthsOf(text), text).toBeUndefined();
});

test('times are those of UTC on their way into a field and out of it', () => {
  expect(toTimeField('2026-11-23T04:05:06.000Z')).toBe('2026-11-23T04:05');
  expect(fromTimeField('2026-11-23T04:05')).toBe('2026-11-23T04:05:00.000Z');
  expect([toTimeField(null), fromTimeField('')]).toEqual(['', null]);
});

test('adverts are told apart by spaces and commas, each once', () => {
  expect(advertsOf(' a, b  c,a ')).toEqual(['a', 'b', 'c']);
  expect(advertsOf('')).toEqual([]);
});
