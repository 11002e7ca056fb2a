import { describe, expect, test } from 'vitest';
import { filterUrl } from './filter-url.ts';
import { chosenGenders, countOn, readFilters, toggle, toggleGender, withoutAny } from './filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

describe('filters of an address', () => {
  test('are what a page reads and writes again (BROWSE-064)', () => {
    const search =
      'lang=english,german&tag=piano,is-live,age-23-29&rate=18-60&region=europe&gender-hide=m,t,c&new_sort=1';
    const filters = read(search);
    expect(filters).toEqual({
      lang: ['english', 'german'],
      tag: ['piano', 'is-live', 'age-23-29'],
      rate: ['18-60'],
      region: ['europe'],
      hide: ['m', 't', 'c'],
      isNewFirst: true,
    });
    expect(filterUrl(filters)).toBe(`/multi-filter?${search}`);
    expect(countOn(filters)).toBe(8);
    expect(filterUrl(read(''))).toBe('/multi-filter');
  });

  test('of a search keep it, also when all of them are let go', () => {
    const filters = { ...read('tag=piano'), q: 'rock & roll' };
    expect(filterUrl(filters)).toBe('/search?q=rock%20%26%20roll&tag=piano');
    expect(countOn(filters)).toBe(1);
    expect(filterUrl(withoutAny(filters))).toBe('/search?q=rock%20%26%20roll');
  });

  test('leave out what is empty, said twice, or no gender', () => {
    expect(read('lang=,,english,english&gender-hide=x,m')).toMatchObject({ lang: ['english'], hide: ['m'] });
  });

  test('turn one value on and off again and leave the others', () => {
    const on = toggle(read('tag=piano'), 'tag', 'is-live');
    expect(on.tag).toEqual(['piano', 'is-live']);
    expect(toggle(on, 'tag', 'piano').tag).toEqual(['is-live']);
  });

  test('choose genders by hiding the others; none and all chosen are the same', () => {
    const girls = toggleGender(read(''), 'f');
    expect(girls.hide).toEqual(['m', 't', 'c']);
    expect(chosenGenders(girls)).toEqual(['f']);
    const both = toggleGender(girls, 'c');
    expect(both.hide).toEqual(['m', 't']);
    expect(toggleGender(girls, 'f').hide).toEqual([]);
    const all = (['f', 'm', 't', 'c'] as const).reduce(toggleGender, read(''));
    expect(all.hide).toEqual([]);
  });
});
