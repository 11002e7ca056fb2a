import { expect, test } from 'vitest';
import { bodyOf, valuesOf } from './form-rules.ts';

const filled = { ...valuesOf(undefined), name: ' Side B ', price: '250' };

test('a filled form is sent trimmed, with its tags as they are kept', () => {
  expect(bodyOf({ ...filled, tags: 'Late night, #vinyl, vinyl' })).toEqual({
    body: {
      name: 'Side B',
      description: '',
      tags: ['late-night', 'vinyl'],
      token_price: 250,
      is_free_no_auth: false,
      fanclub_access_level: null,
      cover_item: null,
      cover_safe: false,
      consent_ids: [],
    },
  });
});

test('what is free for everybody costs nothing, whatever stands in the field', () => {
  expect(bodyOf({ ...filled, isFree: true, price: 'x' })).toMatchObject({
    body: { token_price: 0, is_free_no_auth: true },
  });
});

test('the first field that is wrong is named', () => {
  expect(bodyOf({ ...filled, name: '  ' })).toEqual({ fault: 'name' });
  for (const price of ['', '-1', '1.5', '20001', '1e3'])
    expect(bodyOf({ ...filled, price })).toEqual({ fault: 'price' });
  expect(bodyOf({ ...filled, tags: 'ä' })).toEqual({ fault: 'tags' });
  expect(bodyOf({ ...filled, tags: Array.from({ length: 11 }, (_, at) => `t${at}`).join() })).toEqual({
    fault: 'tags',
  });
});
