import { expect, test } from 'vitest';
import { readPerson } from './person.ts';
import { shownNames } from './shown-names.ts';

const line = (username: string, display_name: string) => ({
  kind: 'text' as const,
  id: username,
  at: 1,
  person: readPerson({ username, display_name }),
  text: 'hello',
  isHighlighted: false,
});

test('people are called as they call themselves: by their lines, the list, and who reads by the account', () => {
  const people = { list: [readPerson({ username: 'cleo', display_name: 'Cleo C' })], count: 1 };
  const names = shownNames(
    { entries: [line('anna', 'Anna A')], people },
    { username: 'ben', displayName: 'Ben B' },
  );
  expect([...names]).toEqual([
    ['cleo', 'Cleo C'],
    ['anna', 'Anna A'],
    ['ben', 'Ben B'],
  ]);
});

test('nobody is known by a name that was not told', () => {
  const people = { list: [readPerson({ username: 'dora' })], count: 1 };
  expect(shownNames({ entries: [], people }, undefined).size).toBe(0);
});
