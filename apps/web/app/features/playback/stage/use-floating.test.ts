import { expect, test } from 'vitest';
import { clearance } from './use-floating.ts';

const box = (top: number, height: number) => new DOMRect(0, top, 360, height);

test('the small player stands above the composer wherever that can be seen', () => {
  expect(clearance(box(620, 120), 740)).toBe(136);
  expect(clearance(box(700, 120), 740)).toBe(56);
});

test('without a composer in sight it stands at the lower edge', () => {
  expect(clearance(undefined, 740)).toBe(16);
  expect(clearance(box(900, 120), 740)).toBe(16);
  expect(clearance(box(-200, 120), 740)).toBe(16);
  expect(clearance(box(620, 0), 740)).toBe(16);
});
