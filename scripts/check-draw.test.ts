import { expect, test } from 'vitest';
import { faultsOfDraw, type PublishedDraw } from './check-draw.ts';

const DRAW: PublishedDraw = {
  instance: 'i',
  n: 6,
  client_seed: '',
  commit: '5e318f8cf9cbe249a30812b8ca132d691ded7a91991413558db5758575f5e01f',
  seed: '6b'.repeat(32),
  weights: [500, 300, 150, 45, 5],
  prizes: [5, 10, 20, 50, 100],
  slot: 3,
  tokens: 50,
};

test('a draw that was published fits, and a changed one does not (S12)', async () => {
  expect(await faultsOfDraw(DRAW)).toEqual([]);
  expect(await faultsOfDraw({ ...DRAW, seed: null })).toEqual([]);
  expect(await faultsOfDraw({ ...DRAW, slot: 0, tokens: 5 })).toEqual(['it gives slot 3, not 0']);
  expect(await faultsOfDraw({ ...DRAW, tokens: 5 })).toEqual(['the prize is not that of its slot']);
  expect(await faultsOfDraw({ ...DRAW, commit: 'f'.repeat(64) })).toEqual(['the seed does not fit the lock']);
});
