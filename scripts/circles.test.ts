import { expect, test } from 'vitest';
import { findCircles } from './circles.ts';

const needs = (...pairs: readonly string[]) => {
  const map = new Map<string, Set<string>>();
  for (const [from = '', to = ''] of pairs) map.set(from, (map.get(from) ?? new Set()).add(to));
  return map;
};

test('what needs itself, what needs each other and what needs each other round about is a circle', () => {
  expect(findCircles(needs('aa'))).toEqual([['a']]);
  expect(findCircles(needs('ab', 'ba'))).toEqual([['a', 'b']]);
  expect(findCircles(needs('ab', 'bc', 'cd', 'db'))).toEqual([['b', 'c', 'd']]);
});

test('what is needed twice, and by many ways, is none', () => {
  expect(findCircles(needs('ab', 'ac', 'bd', 'cd', 'de'))).toEqual([]);
  expect(findCircles(new Map())).toEqual([]);
});

test('two circles that have nothing in common are both found', () => {
  expect(findCircles(needs('ab', 'ba', 'cd', 'dc'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a chain as long as all modules is followed to its end', () => {
  const chain = new Map(Array.from({ length: 5_000 }, (_, at) => [`${at}`, new Set([`${at + 1}`])] as const));
  expect(findCircles(chain)).toEqual([]);
  chain.set('5000', new Set(['0']));
  expect(findCircles(chain)[0]).toHaveLength(5_001);
});
