import { expect, test } from 'vitest';
import {
  type CardFormFields,
  EMPTY_CARD_FORM,
  hasStateList,
  lengthOf,
  missingOf,
  sentExpiry,
  sentPerson,
} from './card-form-rules.ts';

const filled: CardFormFields = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  address: '1 Main Street',
  city: 'Austin',
  zip: '73301',
  country: 'US',
  state: 'TX',
  birth_date: '1990-02-03',
  expiration_month: '2',
  expiration_year: '34',
  do_purchase: '0',
};

test('every field is required, and the zero date is no birth date (AGE-VERIFICATION-020) (AGE-VERIFICATION-021)', () => {
  expect(missingOf(filled)).toEqual([]);
  expect(missingOf({ ...EMPTY_CARD_FORM, do_purchase: '' })).toEqual([
    'expiration',
    'first_name',
    'last_name',
    'email',
    'address',
    'city',
    'country',
    'province',
    'zip',
    'birth_date',
    'do_purchase',
  ]);
  for (const field of ['first_name', 'city', 'zip'] as const)
    expect(missingOf({ ...filled, [field]: '  ' })).toEqual([field]);
});

test('the United States and Canada have lists of states, other countries a free province (AGE-VERIFICATION-017)', () => {
  expect(['US', 'CA', 'DE', 'FR', ''].filter(hasStateList)).toEqual(['US', 'CA']);
  expect(missingOf({ ...filled, state: '' })).toEqual(['state']);
  expect(missingOf({ ...filled, country: 'DE', state: '' })).toEqual(['province']);
});

test('the year is sent as 20 and two digits, the month as two (AGE-VERIFICATION-018)', () => {
  expect(sentExpiry(filled)).toEqual({ exp_month: '02', exp_year: '2034' });
  for (const [month, year] of [
    ['0', '34'],
    ['13', '34'],
    ['12', '4'],
    ['', ''],
    ['xx', '34'],
  ] as const)
    expect(missingOf({ ...filled, expiration_month: month, expiration_year: year })).toEqual(['expiration']);
});

test('texts have at most 50 letters, month and year two (AGE-VERIFICATION-022) (AGE-VERIFICATION-023)', () => {
  for (const field of ['first_name', 'last_name', 'address', 'city', 'zip', 'email'] as const)
    expect(lengthOf(field)).toBe(50);
  expect([lengthOf('expiration_month'), lengthOf('expiration_year')]).toEqual([2, 2]);
});

test('what is sent holds do_purchase as a number and nothing of the card', () => {
  expect(sentPerson({ ...filled, do_purchase: '1' })).toMatchObject({ do_purchase: 1, state: 'TX' });
  expect(Object.keys(sentPerson(filled))).not.toContain('expiration_month');
});
