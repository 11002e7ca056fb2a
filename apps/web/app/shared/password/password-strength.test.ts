import { scorePassword } from '@klieg/passwords';
import { expect, test } from 'vitest';
import { strengthBars } from './password-strength.ts';

test.each([
  ['', 0],
  ['12345', 1],
  ['aaaaaaaaaaaa', 1],
  ['password123', 1],
  ['demo-password', 2],
  ['correct horse battery staple', 4],
])('the bars of %j are %i, as the server judges it', (password, bars) => {
  expect(strengthBars(password, scorePassword(password, []))).toBe(bars);
});

test('there are no bars before it is known how strong a long one is', () => {
  expect(strengthBars('correct horse', undefined)).toBe(0);
});
