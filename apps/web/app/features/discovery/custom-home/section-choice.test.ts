import { HOME_SECTIONS, type HomeSection } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { choiceOf, chosenOf, isLast, moveSection, placeAt, switchSection } from './section-choice.ts';
import { SECTION_KEYS } from './section-names.ts';

const ALL: readonly HomeSection[] = ['favs_history', 'tags', 'language', 'country'];
const keys = (choice: ReturnType<typeof choiceOf>) => choice.map(({ key }) => key);

test('the dialog offers every section that there is, in the order of the site (HOME-019)', () => {
  expect(SECTION_KEYS).toEqual(HOME_SECTIONS);
});

test('chosen sections stand first in their order, the others behind them, hidden (HOME-019)', () => {
  const choice = choiceOf(['language', 'favs_history'], ALL);
  expect(keys(choice)).toEqual(['language', 'favs_history', 'tags', 'country']);
  expect(choice.map(({ isOn }) => isOn)).toEqual([true, true, false, false]);
  expect(chosenOf(choice)).toEqual(['language', 'favs_history']);
});

describe('a section that is moved', () => {
  const choice = choiceOf(ALL, ALL);
  test.each([
    ['up', 'language', 1, ['favs_history', 'language', 'tags', 'country']],
    ['down', 'favs_history', 2, ['tags', 'language', 'favs_history', 'country']],
    ['beyond the end, to the end', 'tags', 99, ['favs_history', 'language', 'country', 'tags']],
    [
      'before the beginning, to the beginning',
      'country',
      -1,
      ['country', 'favs_history', 'tags', 'language'],
    ],
    ['nowhere', 'tags', 1, ALL],
    ['where it is none of the list', 'near_goal', 0, ALL],
  ] as const)('goes %s', (_case, key, to, expected) => {
    expect(keys(moveSection(choice, key, to))).toEqual(expected);
  });

  test('stays shown or hidden', () => {
    const some = choiceOf(['tags'], ALL);
    expect(chosenOf(moveSection(some, 'country', 0))).toEqual(['tags']);
    expect(chosenOf(moveSection(some, 'tags', 3))).toEqual(['tags']);
  });
});

test('a section is hidden and shown in its place; the last one that is shown stays (HOME-019)', () => {
  const two = choiceOf(['tags', 'language'], ALL);
  expect(isLast(two, 'tags')).toBe(false);
  const one = switchSection(two, 'tags');
  expect(chosenOf(one)).toEqual(['language']);
  expect(isLast(one, 'language')).toBe(true);
  expect(isLast(one, 'tags')).toBe(false);
  expect(switchSection(one, 'language')).toBe(one);
  expect(chosenOf(switchSection(one, 'tags'))).toEqual(['tags', 'language']);
});

test('a pointer is at the place of the rows whose middles it has passed', () => {
  const middles = [20, 60, 100];
  expect([0, 19, 21, 61, 300].map((y) => placeAt(y, middles))).toEqual([0, 0, 1, 2, 3]);
});
