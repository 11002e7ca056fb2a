import { expect, test } from 'vitest';
import { areDaysValid, contestState, orderContests } from './contest-rules.ts';

const days = (first: string, last = first) => ({ first_day: `2026-${first}`, last_day: `2026-${last}` });

test('a contest runs from the midnight of its first day to the midnight after its last', () => {
  const at = (moment: string) => contestState(days('11-02', '11-03'), Date.parse(moment));
  expect(at('2026-11-01T23:59:59.999Z')).toBe('coming');
  expect(at('2026-11-02T00:00:00Z')).toBe('running');
  expect(at('2026-11-03T23:59:59.999Z')).toBe('running');
  expect(at('2026-11-04T00:00:00Z')).toBe('past');
});

test('its last day is not before its first, and it takes a quarter of a year at most', () => {
  expect(areDaysValid(days('11-02'))).toBe(true);
  expect(areDaysValid(days('11-02', '11-01'))).toBe(false);
  expect(areDaysValid(days('01-01', '04-02'))).toBe(true);
  expect(areDaysValid(days('01-01', '04-03'))).toBe(false);
});

test('running contests stand first, then those to come, then the newest of the past', () => {
  const all = [
    days('01-01'),
    days('12-20'),
    days('11-01', '11-30'),
    days('02-01'),
    days('12-10'),
    days('11-10', '11-26'),
    days('03-01'),
  ];
  expect(
    orderContests(all, Date.parse('2026-11-25T12:00:00Z'), 2).map((one) => one.first_day.slice(5)),
  ).toEqual(['11-10', '11-01', '12-10', '12-20', '03-01', '02-01']);
});
