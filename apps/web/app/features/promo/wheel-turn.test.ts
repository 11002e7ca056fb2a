import { expect, test } from 'vitest';
import { fieldsOf, turnTo } from './wheel-turn.ts';

const ODDS = [50, 30, 15, 4.5, 0.5];

test('the fields fill the wheel in order, and none is too narrow to read', () => {
  const fields = fieldsOf(ODDS);
  expect(fields.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(360);
  for (const { width } of fields) expect(width).toBeGreaterThan(12);
  expect(fields.map(({ middle }) => middle)).toEqual(
    fields.map(({ middle }) => middle).toSorted((a, b) => a - b),
  );
});

test('a wheel turns on and rests with the field of its slot at the top', () => {
  const fields = fieldsOf(ODDS);
  let at = 0;
  for (const slot of [3, 0, 4, 4, 1]) {
    const next = turnTo(at, fields[slot]!);
    expect(next - at).toBeGreaterThanOrEqual(4 * 360);
    expect((next + fields[slot]!.middle) % 360).toBeCloseTo(0);
    at = next;
  }
});
