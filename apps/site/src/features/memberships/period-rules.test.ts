import { DAY_MS } from '@klieg/kernel/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Level, type Period, standingOf } from './period-rules.ts';

const listCents = { premium: 1_500, vip: 3_000, super_vip: 6_000 };
const paid = (level: Level, day: number): Period => ({
  level,
  listCents: listCents[level],
  paidAt: day * DAY_MS,
});
const endDay = (...periods: Period[]) => {
  const standing = standingOf(periods);
  return standing && [standing.level, standing.endsAt / DAY_MS];
};

describe('a membership', () => {
  test.each([
    ['nothing was paid', [], undefined],
    ['one period', [paid('vip', 0)], ['vip', 30]],
    ['renewed a day before its end', [paid('vip', 0), paid('vip', 29)], ['vip', 60]],
    ['bought again after its end', [paid('vip', 0), paid('vip', 40)], ['vip', 70]],
    [
      'raised half-way: 15 days of half the price are 7.5',
      [paid('premium', 0), paid('vip', 15)],
      ['vip', 52.5],
    ],
    [
      'a lower one beside it makes it longer',
      [paid('super_vip', 0), paid('premium', 10)],
      ['super_vip', 37.5],
    ],
    ['a lower one after its end', [paid('super_vip', 0), paid('premium', 31)], ['premium', 61]],
    ['two levels at the same moment', [paid('super_vip', 0), paid('premium', 0)], ['super_vip', 37.5]],
  ] as const)('%s', (_case, periods, expected) => {
    expect(endDay(...periods)).toEqual(expected);
  });

  test('is the same in whatever order its news come, never shorter than its last period, and worth what was paid', () => {
    const period = fc
      .record({
        level: fc.constantFrom<Level[]>('premium', 'vip', 'super_vip'),
        day: fc.integer({ min: 0, max: 400 }),
      })
      .map(({ level, day }) => paid(level, day));
    const sample = fc
      .uniqueArray(period, { selector: ({ paidAt }) => paidAt, minLength: 1, maxLength: 20 })
      .chain((periods) =>
        fc.tuple(fc.constant(periods), fc.shuffledSubarray(periods, { minLength: periods.length })),
      );
    fc.assert(
      fc.property(sample, ([periods, shuffled]) => {
        const standing = standingOf(periods)!;
        expect(standingOf(shuffled)).toEqual(standing);
        const last = periods.toSorted((a, b) => a.paidAt - b.paidAt).at(-1)!;
        expect(standing.endsAt).toBeGreaterThan(last.paidAt);
        if (standing.level === last.level)
          expect(standing.endsAt).toBeGreaterThanOrEqual(last.paidAt + 30 * DAY_MS);
        // What is left is worth no more than everything that was ever paid.
        const cents = periods.reduce((sum, one) => sum + one.listCents, 0);
        expect(((standing.endsAt - last.paidAt) / (30 * DAY_MS)) * standing.listCents).toBeLessThanOrEqual(
          cents,
        );
      }),
    );
  });
});
