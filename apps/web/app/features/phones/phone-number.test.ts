import { expect, test } from 'vitest';
import { readPhoneNumber } from './phone-number.ts';

test.each([
  ['+49 151 2345678', '+491512345678'],
  ['0049 (151) 234-56.78', '+491512345678'],
  ['+351912345678', '+351912345678'],
])('%s is read as the number that it means', (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number);
});

test.each(['', '0151 2345678', '+1', '+49 151 abc', '+3519123456789012'])('%s is no number', (typed) => {
  expect(readPhoneNumber(typed)).toBeUndefined();
});
