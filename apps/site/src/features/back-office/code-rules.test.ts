import { expect, test } from 'vitest';
import { codeState, discountOf } from './code-rules.ts';

const at = (time: string) => new Date(`2026-11-${time}Z`);
const code = { startsAt: at('20T00:00:00'), endsAt: at('22T00:00:00'), uses: 0, usesMax: 2 };

test('a code waits for its start, is open until its end, and used up by its last use', () => {
  const stateAt = (time: string, more: object = {}) => codeState({ ...code, ...more }, at(time).getTime());
  expect(stateAt('19T23:59:59')).toBe('waits');
  expect(stateAt('20T00:00:00')).toBe('open');
  expect(stateAt('21T23:59:59')).toBe('open');
  expect(stateAt('22T00:00:00')).toBe('over');
  expect(stateAt('21T00:00:00', { uses: 2 })).toBe('used_up');
  expect(stateAt('30T00:00:00', { endsAt: null, usesMax: null, uses: 9 })).toBe('open');
});

test('a package is cheaper by what its tokens cost less than ten to the dollar', () => {
  expect(discountOf({ amountCents: 5_000, packageTokens: 550 })).toBe(9);
  expect(discountOf({ amountCents: 2_000, packageTokens: 200 })).toBe(0);
  expect(discountOf({ amountCents: 2_100, packageTokens: 200 })).toBe(0);
  expect(discountOf({ amountCents: null, packageTokens: null })).toBe(0);
});
