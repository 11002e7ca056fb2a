import { expect, test } from 'vitest';
import { LEAD_COUNT, leadSizes } from './lead-sizes.ts';

const wide = (position: number, count: number) => /calc\((\d+) \*/u.exec(leadSizes(position, count)!)?.[1];

test('few cards share rows of twelve columns that they fill', () => {
  for (let count = 1; count < LEAD_COUNT; count++) {
    const columns = Array.from({ length: count }, (_, position) => Number(wide(position, count)));
    // Each row is whole: one is full before the next begins.
    let inRow = 0;
    for (const one of columns) {
      expect(inRow + one).toBeLessThanOrEqual(12);
      inRow = (inRow + one) % 12;
    }
    expect(inRow).toBe(0);
  }
});

test('of many the first is two by two, and the others are those of any list', () => {
  expect(leadSizes(0, 40)).toBe(
    '(max-width: 720px) 100vw, (max-width: 1180px) 50vw, calc(4 * (100vw - 240px) / 12)',
  );
  expect(leadSizes(1, 40)).toBeUndefined();
});

test('on a phone the first of an odd number is as wide as the window', () => {
  for (const count of [1, 3, 5, 7]) expect(leadSizes(0, count)).toMatch(/^\(max-width: 720px\) 100vw/u);
  for (const count of [2, 4, 6, 8]) expect(leadSizes(0, count)).toMatch(/^\(max-width: 720px\) 50vw/u);
});
