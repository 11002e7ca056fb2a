import { expect, test } from 'vitest';
import { readFilters } from './filters.ts';
import { keptQuery, spellFilters } from './kept-query.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));
const names = {
  language: (slug: string) => slug.toUpperCase(),
  region: (slug: string) => slug,
  tag: (slug: string) => slug,
  rate: (range: string) => range,
  gender: (code: string) => code,
};

test('what is kept of filters is the same in every order, without what a room does now', () => {
  expect(keptQuery(read('tag=piano,is-live,is-hd&lang=german,english&new_sort=1'))).toBe(
    'lang=english,german&tag=is-hd,piano',
  );
  expect(keptQuery(read('gender-hide=t,m'))).toBe('gender-hide=m,t');
  for (const nothing of ['', 'tag=is-live,is-spy', 'new_sort=1']) expect(keptQuery(read(nothing))).toBe('');
});

test('its name says what the filters are', () => {
  expect(spellFilters(read('tag=piano,is-live&lang=german&rate=18-60'), names)).toBe('piano, GERMAN, 18-60');
  expect(
    spellFilters(read(`tag=${'long-topic,'.repeat(1)}${'another-topic-'.repeat(8)}`), names),
  ).toHaveLength(60);
});
