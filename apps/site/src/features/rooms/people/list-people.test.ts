import { expect, test } from 'vitest';
import { fitBytes } from '../hub/fit-bytes.ts';
import type { Person } from './person.ts';
import { listPeople } from './list-people.ts';

const person = (username: string, tokens: number, recentTips = 0) =>
  ({ username, tokens, recentTips }) as unknown as Person;
const namesBy = (people: readonly Person[], sort: 'tokens' | 'username') =>
  listPeople(people, sort).map(({ username }) => username);

test('by tokens: steps of 10,000, 1,000, 100 and 1, within a step recent tips, then the name (CHAT-027)', () => {
  const people = [
    person('none', 0, 500),
    person('some_b', 99),
    person('some_a', 1),
    person('tipper', 5, 30),
    person('hundred', 100),
    person('thousand', 9_999),
    person('most', 10_000),
    person('more', 2_000_000),
  ];
  expect(namesBy(people, 'tokens')).toEqual([
    'more',
    'most',
    'thousand',
    'hundred',
    'tipper',
    'some_a',
    'some_b',
    'none',
  ]);
  expect(namesBy(people, 'username')).toEqual(people.map(({ username }) => username).toSorted());
});

test('the order tells no balance: two balances of one step stand by name', () => {
  expect(namesBy([person('zoe', 999), person('adam', 100)], 'tokens')).toEqual(['adam', 'zoe']);
});

test('a list ends before it is too long for one message', () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ name: `ä${i}` }));
  const fitting = fitBytes(items, 200);
  expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThanOrEqual(201);
  expect(fitting.length).toBeGreaterThan(5);
  expect(fitBytes(items)).toHaveLength(100);
  expect(fitBytes([])).toEqual([]);
});
