import { randomOf } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { makeBits, setBit } from './bits.ts';
import { FacetRows } from './facet-rows.ts';

test('rows are what was put last, however often they grow, shrink and move, and tallies are theirs', () => {
  const random = randomOf(11);
  const rows = new FacetRows();
  const held = new Map<number, number[]>();
  for (let turn = 0; turn < 30_000; turn++) {
    // Some slots change often, some come late.
    const slot = random(4) === 0 ? random(5_000) : random(50);
    const row = Array.from({ length: random(random(10) === 0 ? 200 : 12) }, () => random(300));
    rows.put(slot, row);
    held.set(slot, row);
    if (turn % 3_000 !== 0) continue;
    for (const [one, expected] of held) expect([...rows.of(one)]).toEqual(expected);
    const asked = makeBits(8_192);
    const expected = new Uint32Array(300);
    for (const [one, has] of held) {
      if (random(2) === 0) continue;
      setBit(asked, one);
      for (const number of has) expected[number]! += 1;
    }
    const counts = new Uint32Array(300);
    rows.tally(asked, counts);
    expect(counts).toEqual(expected);
  }
});

test('who was never put has nothing', () => {
  const rows = new FacetRows();
  rows.put(3, [1, 2]);
  expect([...rows.of(2)]).toEqual([]);
  expect([...rows.of(1_000_000)]).toEqual([]);
});
