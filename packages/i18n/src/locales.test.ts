import { expect, test } from 'vitest';
import { pickLocale } from './index.ts';

test('the own choice wins over the browser, an unknown choice does not', () => {
  expect(pickLocale('fr', 'de')).toBe('fr');
  expect(pickLocale('xx', 'de')).toBe('de');
});

test('the browser list is read by weight, and unknown languages fall back to English', () => {
  expect(pickLocale(undefined, 'pl, de-AT;q=0.7, nl;q=0.9')).toBe('nl');
  expect(pickLocale(undefined, 'nl;q=0, pl')).toBe('en');
  expect(pickLocale(undefined, null)).toBe('en');
});
