import { expect, test } from 'vitest';
import { cardFixture } from '../cards/card.fixture.ts';
import { rowsBeside } from './rows-beside.ts';

const cards = (...names: string[]) => names.map((username) => cardFixture({ username }));
const row = (key: string, names: string[]) => ({
  key,
  title: key,
  url: null,
  total: 9,
  cards: cards(...names),
});
const goals = (percent: number, ...names: string[]) =>
  names.map((username) => cardFixture({ username, goal: { label: 'Song', percent } }));
const names = (some: readonly { readonly username: string }[]) => some.map(({ username }) => username);

test('a row shows nobody who is shown above it, six at most, and is left out where it would be half empty', () => {
  const lead = cards('a', 'b');
  const { beside } = rowsBeside(lead, lead, [
    row('new', ['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i']),
    row('rated', ['b', 'c', 'i', 'j', 'k', 'l']),
    row('other', ['i', 'm', 'n', 'o']),
  ]);
  expect(beside.map(({ key, cards: some }) => [key, names(some)])).toEqual([
    ['new', ['c', 'd', 'e', 'f', 'g', 'h']],
    ['rated', ['i', 'j', 'k', 'l']],
  ]);
});

test('a row of goals takes those that are at least half reached, where they fill it', () => {
  const far = goals(7, 'v', 'w', 'x');
  const near = goals(60, 'c', 'd', 'e', 'f');
  expect(rowsBeside([], far, []).goal).toEqual([]);
  expect(rowsBeside([], near.slice(1), []).goal).toEqual([]);
  expect(names(rowsBeside([], [...far, ...near], []).goal)).toEqual(['c', 'd', 'e', 'f']);
});
