import { HOUR_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { countVisit, parseVisits, type Visits } from './visit-rules.ts';

test('every third visit is asked, once, and pages of one visit count as one (CONSTANTS-006)', () => {
  let visits: Visits | undefined;
  const asked: number[] = [];
  for (let visit = 1; visit <= 9; visit++)
    for (let page = 0; page < 4; page++) {
      const counted = countVisit(visits, visit * HOUR_MS + page * 60_000);
      visits = counted.visits;
      if (counted.isAsked) asked.push(visit);
    }
  expect(asked).toEqual([3, 6, 9]);
});

test('what a browser has kept is read only where it is a count', () => {
  expect(parseVisits({ count: 2, seenAt: 5 })).toEqual({ count: 2, seenAt: 5 });
  for (const value of [null, 3, {}, { count: '2', seenAt: 5 }, { count: 2 }])
    expect(parseVisits(value)).toBeUndefined();
});
