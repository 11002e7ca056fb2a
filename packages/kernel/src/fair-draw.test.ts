import { expect, test } from 'vitest';
import { commitOf, drawSlot, slotAt } from './fair-draw.ts';

const SEED = new Uint8Array(32).fill(0x6b);
const WEIGHTS = [500, 300, 150, 45, 5];

const slotsOf = async (seed: Uint8Array, weights: readonly number[], count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { slot } = await drawSlot({ seed, instance: 'i', n, clientSeed: '', weights });
      return slot;
    }),
  );

test('the published example gives its slots and its lock (S12)', async () => {
  expect(await slotsOf(SEED, WEIGHTS, 10)).toEqual([1, 1, 0, 0, 0, 0, 3, 0, 0, 1]);
  expect(await commitOf(SEED)).toBe('5e318f8cf9cbe249a30812b8ca132d691ded7a91991413558db5758575f5e01f');
});

test('a slot comes as often as its weight says', async () => {
  const count = 20_000;
  const sum = WEIGHTS.reduce((total, weight) => total + weight, 0);
  const slots = await slotsOf(SEED, WEIGHTS, count);
  const chiSquare = WEIGHTS.reduce((total, weight, slot) => {
    const expected = (count * weight) / sum;
    return total + (slots.filter((one) => one === slot).length - expected) ** 2 / expected;
  }, 0);
  // Four degrees of freedom: one in a thousand fair wheels lies beyond; the seed is fixed, so it is always this one.
  expect(chiSquare).toBeLessThan(18.47);
});

test('what the page adds changes the draw', async () => {
  const draw = (clientSeed: string) =>
    drawSlot({ seed: SEED, instance: 'i', n: 0, clientSeed, weights: [1_000_000_000] });
  expect((await draw('a')).fell).not.toBe((await draw('b')).fell);
});

test('a number falls into the weights in order', () => {
  expect([0, 499, 500, 799, 995, 999].map((fell) => slotAt(WEIGHTS, fell))).toEqual([0, 0, 1, 1, 4, 4]);
  expect(() => slotAt(WEIGHTS, 1000)).toThrow(RangeError);
});
