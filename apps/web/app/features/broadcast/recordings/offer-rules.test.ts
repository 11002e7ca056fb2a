import { expect, test } from 'vitest';
import { offerOf } from './offer-rules.ts';

const values = { name: ' An evening ', price: '60', level: null, tags: 'vinyl, late night' };

test('what is sold needs a name, a price in whole tokens, and tags that are some', () => {
  expect(offerOf(values)).toMatchObject({
    body: { name: 'An evening', token_price: 60, fanclub_access_level: null },
  });
  expect(offerOf({ ...values, name: '  ' })).toEqual({ fault: 'name' });
  for (const price of ['', '1.5', '-1', '20001', 'a lot'])
    expect(offerOf({ ...values, price })).toEqual({ fault: 'price' });
  expect(offerOf({ ...values, price: '0' })).toMatchObject({ body: { token_price: 0 } });
  const many = Array.from({ length: 11 }, (_, at) => `tag${at}`).join(', ');
  expect(offerOf({ ...values, tags: many })).toEqual({ fault: 'tags' });
});
