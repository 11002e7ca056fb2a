import { modelSettings } from '@klieg/contract';
import { CANADA_PROVINCES, COUNTRY_CODES, US_STATES } from '@klieg/contract/features/profile/places';
import { expect, test } from 'vitest';
import { countriesOf, findPlaces, statesOf } from './places.ts';

const lists = {
  countries: COUNTRY_CODES.map((code) => ({ code, name: code })),
  us_states: [...US_STATES],
  canada_provinces: [...CANADA_PROVINCES],
};

test('every country and state that is offered is one that the setting takes', () => {
  const countries = countriesOf(lists, 'en').map(({ code }) => code);
  expect(new Set(countries).size).toBe(249);
  expect(modelSettings.shape.blocked_countries.parse(countries)).toHaveLength(249);
  const states = statesOf(lists, 'en').map(({ code }) => code);
  expect(states).toHaveLength(64);
  expect(modelSettings.shape.blocked_states.parse(states)).toHaveLength(64);
});

test('places stand by their names in the reader’s language, in order', () => {
  const names = countriesOf(lists, 'de').map(({ name }) => name);
  expect(names).toContain('Österreich');
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')));
  expect(statesOf(lists, 'en')).toContainEqual({ code: 'US-TX', name: 'Texas, United States' });
});

test.each([
  ['ost', ['Österreich']],
  ['repu', ['Dominikanische Republik', 'Zentralafrikanische Republik']],
  ['pt', ['Portugal']],
])('%j finds %j', (text, some) => {
  const found = findPlaces(countriesOf(lists, 'de'), text).map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining(some));
  expect(found.length).toBeLessThan(10);
});
