import { expect, test } from 'vitest';
import { makeScrollPlaces } from './scroll-place.ts';

const at = (key: string, pathname: string, state: { keepScroll?: boolean } | null = null) => ({
  key,
  pathname: pathname.split('#')[0]!,
  hash: pathname.includes('#') ? `#${pathname.split('#')[1]}` : '',
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

test('a part of a page is a place of its own, so that the router goes there', () => {
  const nameOf = makeScrollPlaces();
  expect(nameOf(at('a', '/tags'))).toBe('a');
  expect(nameOf(at('b', '/tags#letter-v'))).toBe('b');
  expect(nameOf(at('c', '/tags'))).toBe('b');
});
