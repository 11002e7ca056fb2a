import { expect, test } from 'vitest';
import { returnFields, withoutReturn, returnQuery } from './payment-return.ts';

test('a query with ans is a payment return, with the fields that billers send (BILLING-034)', () => {
  expect(returnFields(new URLSearchParams('p=2'))).toBeUndefined();
  expect(returnFields(new URLSearchParams('ans=Y123|7&amount=20.00&modal=login'))).toEqual({
    ans: 'Y123|7',
    amount: '20.00',
  });
  expect(returnFields(new URLSearchParams(`ans=${'N'.repeat(100)}`))?.ans).toHaveLength(64);
});

test('afterwards the query is cleared of it and of nothing else (BILLING-056)', () => {
  expect(withoutReturn('?ans=Y1&email=a%40b.c&p=2')).toBe('?p=2');
  expect(withoutReturn('?ans=N1')).toBe('');
});

test('what the page behind a framed biller tells is read as a return, and nothing else is', () => {
  expect(returnQuery({ paymentReturn: '?ans=NDECLINED%7Cabc&other=1' })).toBe('?ans=NDECLINED%7Cabc');
  for (const told of [null, 'ans=Y', {}, { paymentReturn: 1 }, { paymentReturn: '?other=1' }])
    expect(returnQuery(told)).toBeUndefined();
});
