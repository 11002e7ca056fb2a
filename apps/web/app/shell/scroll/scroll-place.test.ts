import { expect, test } from 'vitest';
import { makeScrollPlaces } from './scroll-place.ts';

const at = (key: string, pathname: string, state: { keepScroll?: boolean } | null = null) => ({
  key,
  pathname,
  state,
});

test('another page is a place of its own; another query and keepScroll are the place before', () => {
  const nameOf = makeScrollPlaces();
  expect(nameOf(at('a', '/girls'))).toBe('a');
  expect(nameOf(at('b', '/girls'))).toBe('a');
  expect(nameOf(at('c', '/top'))).toBe('c');
  expect(nameOf(at('d', '/men', { keepScroll: true }))).toBe('c');
  expect(nameOf(at('e', '/trans', { keepScroll: false }))).toBe('e');
});

test('going back finds the place by its name, and what follows from there is counted from it', () => {
  const nameOf = makeScrollPlaces();
  for (const place of [at('a', '/girls'), at('b', '/top'), at('a', '/girls')]) nameOf(place);
  expect(nameOf(at('b', '/top'))).toBe('b');
  expect(nameOf(at('c', '/top'))).toBe('b');
  expect(nameOf(at('d', '/girls'))).toBe('d');
});
