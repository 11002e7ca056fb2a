import { modelSettings } from '@klieg/contract';
import { expect, test } from 'vitest';
import { COUNTRIES, countriesByName, STATES, statesByName } from './places.ts';

test('every country and state that is offered is one that the setting takes (SETTINGS-008)', () => {
  expect(COUNTRIES).toHaveLength(249);
  expect(new Set(COUNTRIES).size).toBe(249);
  expect(modelSettings.shape.blocked_countries.parse([...COUNTRIES])).toHaveLength(249);
  expect(STATES.size).toBe(64);
  expect(modelSettings.shape.blocked_states.parse([...STATES.keys()])).toHaveLength(64);
});

test('countries stand by their names, in order', () => {
  const names = countriesByName('en').map(({ name }) => name);
  expect(names).toContain('Portugal');
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(statesByName('en')).toContainEqual({ code: 'US-TX', name: 'Texas, United States' });
});
