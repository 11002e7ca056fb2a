import { expect, test } from 'vitest';
import { makeLayerNames } from './layer-names.ts';

test('a stream is known by its source once it was named; what nobody has named, or by another name, is none', () => {
  const names = makeLayerNames(['h', 'l']);
  expect(names.layerOf(1, undefined, false)).toBeUndefined();
  expect(names.layerOf(1, 'l', false)).toBe(1);
  expect(names.layerOf(1, undefined, false)).toBe(1);
  expect(names.layerOf(2, 'x', false)).toBeUndefined();
  // Who names it otherwise later is not heard.
  expect(names.layerOf(1, 'h', false)).toBe(1);
});

test('a new source of the same layer takes the place of the old one, so that no more are kept than there are layers', () => {
  const names = makeLayerNames(['h', 'l']);
  for (let ssrc = 0; ssrc < 1_000; ssrc++) expect(names.layerOf(ssrc, 'h', false)).toBe(0);
  expect(names.layerOf(5, undefined, false)).toBeUndefined();
  expect(names.layerOf(999, undefined, false)).toBe(0);
});

test('repeats have sources of their own; without layers all is the one picture', () => {
  const names = makeLayerNames(['h', 'l']);
  names.layerOf(1, 'h', false);
  expect(names.layerOf(1, undefined, true)).toBeUndefined();
  expect(names.layerOf(1, 'l', true)).toBe(1);
  expect(makeLayerNames([]).layerOf(77, 'whatever', false)).toBe(0);
});
