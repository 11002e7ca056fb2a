import { expect, test } from 'vitest';
import { daysOf } from './book-periods.ts';

test('months and years are whole, also over the turn of a year and in a leap year', () => {
  const january = new Date('2028-01-31T23:30:00.000Z');
  expect(daysOf('this-month', january)).toEqual({ from: '2028-01-01', to: '2028-01-31' });
  expect(daysOf('last-month', january)).toEqual({ from: '2027-12-01', to: '2027-12-31' });
  expect(daysOf('last-month', new Date('2028-03-31T12:00:00.000Z'))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  });
  expect(daysOf('this-year', january)).toEqual({ from: '2028-01-01', to: '2028-12-31' });
  expect(daysOf('last-year', january)).toEqual({ from: '2027-01-01', to: '2027-12-31' });
});
