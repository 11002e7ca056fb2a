import { expect, test } from 'vitest';
import { productsAsk } from './products-ask.ts';

test('how the visit began goes with what is asked of packages, and nothing else of it (BILLING-030) (BILLING-032)', () => {
  const visit = {
    advert_id: 'xv300wo',
    promo: 'nwh',
    custom_promo_test: 'b',
    prg: 'abc',
    crypto: '1',
    cashtocode_country_code: 'DE',
    join_form: '1',
  };
  expect(productsAsk(visit, {})).toEqual({
    advert_id: 'xv300wo',
    custom_promo_test: 'b',
    crypto: true,
    cashtocode_country_code: 'DE',
  });
  expect(productsAsk({}, { biller: 'epoch', isPrompted: true })).toEqual({
    biller_pref: 'epoch',
    popup_requested: true,
  });
  expect(productsAsk({}, { missingTokens: 5, isRetry: true })).toEqual({});
});
