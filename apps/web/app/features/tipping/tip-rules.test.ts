import { expect, test } from 'vitest';
import { tipTier } from '../../shared/tip-tier.ts';
import { type LowerThirdState, nextTip, noLowerThird, queueTip } from './lower-third-queue.ts';
import { lowerThirdMs, tipSound } from './tip-effect.ts';

test('tiers begin at 1, 25, 100 and 500 tokens', () => {
  expect([1, 24, 25, 99, 100, 499, 500, 100_000].map(tipTier)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  expect(([1, 2, 3, 4] as const).map(lowerThirdMs)).toEqual([0, 0, 2_500, 4_000]);
});

test('sounds change at 15, 100, 500 and 1000 tokens (CONSTANTS-056)', () => {
  expect([1, 14, 15, 99, 100, 499, 500, 999, 1_001].map((amount) => tipSound(amount, false))).toEqual([
    'tick',
    'tick',
    'two-ticks',
    'two-ticks',
    'lamp',
    'lamp',
    'big-lamp',
    'big-lamp',
    'spotlight',
  ]);
});

test('seven amounts have a sound of their own (CONSTANTS-057)', () => {
  expect([9, 69, 169, 321, 420, 666, 777].map((amount) => tipSound(amount, true))).toEqual(
    Array(7).fill('special'),
  );
});

test('1000 tokens are special on the main site and not on white-label sites (CONSTANTS-058)', () => {
  expect(tipSound(1_000, false)).toBe('special');
  expect(tipSound(1_000, true)).toBe('spotlight');
});

const tip = (id: string, amountTokens: number) => ({ id, amountTokens, sender: 'elena', comment: '' });

test('one lower third at a time, a repeated id only once, small tips none', () => {
  const state = [tip('a', 100), tip('a', 100), tip('b', 24), tip('c', 500)].reduce(queueTip, noLowerThird);
  expect(state.shown?.id).toBe('a');
  expect(state.waiting.map(({ id }) => id)).toEqual(['c']);
  expect(nextTip(state).shown?.id).toBe('c');
  expect(nextTip(nextTip(state)).shown).toBeNull();
});

test('after five waiting tips the queue becomes one with their sum', () => {
  const tips = Array.from({ length: 7 }, (_, n) => tip(`t${n}`, 100 + n));
  const state = tips.reduce<LowerThirdState>(queueTip, noLowerThird);
  expect(state.waiting).toHaveLength(1);
  expect(nextTip(state).shown).toMatchObject({ count: 6, amountTokens: 621, stayMs: 2_500 });
});
