import type { WheelDraw } from '@klieg/contract';
import { expect, test } from 'vitest';
import { checkDraw } from './check-draw.ts';

/** The published example of the rule. */
const DRAW: WheelDraw = {
  id: '019ab000-0000-7000-8000-000000000000',
  wheel: 'promo',
  at: '2026-11-22T00:00:00.000Z',
  instance: 'i',
  n: 6,
  client_seed: '',
  commit: '5e318f8cf9cbe249a30812b8ca132d691ded7a91991413558db5758575f5e01f',
  seed: '6b'.repeat(32),
  weights: [500, 300, 150, 45, 5],
  prizes: [5, 10, 20, 50, 100],
  slot: 3,
  tokens: 50,
  state: 'credited',
};

test('a page finds that a draw fits its lock and its slot (S12)', async () => {
  const check = await checkDraw(DRAW);
  expect(check).toMatchObject({ fitsLock: true, fitsSlot: true });
  expect(check!.place).toBeGreaterThanOrEqual(0.95);
  expect(check!.place).toBeLessThan(0.995);
});

test('another seed, another slot and another prize are found out', async () => {
  expect(await checkDraw({ ...DRAW, seed: '6c'.repeat(32) })).toMatchObject({ fitsLock: false });
  expect(await checkDraw({ ...DRAW, slot: 2, tokens: 20 })).toMatchObject({ fitsSlot: false });
  expect(await checkDraw({ ...DRAW, tokens: 5 })).toMatchObject({ fitsSlot: false });
});

test('nothing is said of a draw whose seed is not opened', async () => {
  expect(await checkDraw({ ...DRAW, seed: null })).toBeUndefined();
});
