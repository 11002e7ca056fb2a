import { expect, test } from 'vitest';
import { makeIsBlockedCountry } from './blocked-countries.ts';

test('people of a blocked country may neither buy nor tip; a country that is not known is not blocked', () => {
  const isBlocked = makeIsBlockedCountry(new Set(['SE']));
  expect(isBlocked('SE')).toBe(true);
  expect(isBlocked('FR')).toBe(false);
  expect(isBlocked(null)).toBe(false);
  expect(makeIsBlockedCountry(new Set())('SE')).toBe(false);
});
