import { expect, test } from 'vitest';
import { faultsOf, newGroupDraft, termsOf } from './group-draft.ts';

test('a draft has faults where a number is not one that an offer takes', () => {
  const draft = newGroupDraft();
  expect([...faultsOf(draft)]).toEqual([]);
  for (const price of ['', '5', '241', '1e2', '7.5'])
    expect([...faultsOf({ ...draft, price })]).toEqual(['price']);
  for (const minPeople of ['', '1', '21'])
    expect([...faultsOf({ ...draft, minPeople })]).toContain('min_people');
  for (const maxPeople of ['2', '101', 'x'])
    expect([...faultsOf({ ...draft, maxPeople })]).toEqual(['max_people']);
});

test('a limit is sent where one is set', () => {
  const draft = newGroupDraft();
  expect(termsOf(draft)).not.toHaveProperty('max_people');
  expect(termsOf({ ...draft, maxPeople: ' 8 ' })).toMatchObject({ min_people: 3, max_people: 8 });
});
