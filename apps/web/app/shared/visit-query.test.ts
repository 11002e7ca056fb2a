import { beforeEach, expect, test } from 'vitest';
import { parseVisitQuery, readVisitQuery } from './visit-query.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

test('advert, promotion and test are read where they are as they should be (PROMO-008)', () => {
  for (const promo of ['nwh', 'dgs', 'spl'])
    expect(parseVisitQuery(new URLSearchParams(`promo=${promo}&advert_id=xv300wo`))).toEqual({
      promo,
      advert_id: 'xv300wo',
    });
  expect(parseVisitQuery(new URLSearchParams('custom_promo_test=a_b-1&u1=2'))).toEqual({
    custom_promo_test: 'a_b-1',
  });
  expect(parseVisitQuery(new URLSearchParams('advert_id=a%20b&custom_promo_test=A&promo='))).toEqual({});
});

test('what a visit began with is known on its later pages', () => {
  history.replaceState(null, '', '/?advert_id=xv300wo&promo=nwh');
  expect(readVisitQuery()).toEqual({ advert_id: 'xv300wo', promo: 'nwh' });
  history.replaceState(null, '', '/register?custom_promo_test=b');
  expect(readVisitQuery()).toEqual({ advert_id: 'xv300wo', promo: 'nwh', custom_promo_test: 'b' });
});

test('the program, coins, vouchers and packages beside the registration are read and stay known for the visit (BILLING-029)', () => {
  const came = 'prg=abc1&crypto=1&cashtocode_country_code=DE&join_form=1&_disabled_join_form=1';
  const visit = {
    prg: 'abc1',
    crypto: '1',
    cashtocode_country_code: 'DE',
    join_form: '1',
    _disabled_join_form: '1',
  };
  expect(parseVisitQuery(new URLSearchParams(came))).toEqual(visit);
  for (const wrong of [
    'prg=A',
    'crypto=0',
    'cashtocode_country_code=de',
    'join_form=0',
    `prg=${'a'.repeat(17)}`,
  ])
    expect(parseVisitQuery(new URLSearchParams(wrong))).toEqual({});
  history.replaceState(null, '', `/?${came}`);
  readVisitQuery();
  history.replaceState(null, '', '/girls');
  expect(readVisitQuery()).toEqual(visit);
});
