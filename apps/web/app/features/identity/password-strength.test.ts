import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('short and repetitive passwords stay at one bar, long ones need no special characters', () => {
  expect(passwordStrength('')).toBe(0);
  expect(passwordStrength('12345')).toBe(1);
  expect(passwordStrength('aaaaaaaaaaaa')).toBe(1);
  expect(passwordStrength('vinylnig')).toBe(2);
  expect(passwordStrength('vinyl-night-74')).toBe(4);
  expect(passwordStrength('correct horse battery staple')).toBe(4);
});
