import { randomOf } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { type Bits, countCommon, makeBits, setBit } from './bits.ts';
import { makeCommonCounter } from './count-common.ts';

const random = randomOf(5);
const setOf = (slots: number, count: number): Bits => {
  const bits = makeBits(slots);
  for (let at = 0; at < count; at++) setBit(bits, random(slots));
  return bits;
};

test('bits in common are counted as one by one, for sets of all sizes in any order (BROWSE-061)', () => {
  const counter = makeCommonCounter();
  const sizes = [1, 31, 32, 33, 127, 128, 129, 1_024, 70_001, 600_000];
  for (let turn = 0; turn < 400; turn++) {
    const [slots, others] = [sizes[random(sizes.length)]!, sizes[random(sizes.length)]!];
    const bits = setOf(slots, random(slots));
    const countWith = counter.of(bits);
    for (const other of [setOf(others, random(others)), bits, makeBits(others)])
      expect(countWith(other)).toBe(countCommon(bits, other));
    // Another set meanwhile.
    const between = setOf(500, 50);
    expect(counter.of(between)(bits)).toBe(countCommon(between, bits));
    expect(countWith(between)).toBe(countCommon(bits, between));
  }
});

test('full sets, and sets without room, have exact counts', () => {
  const counter = makeCommonCounter();
  const full = makeBits(1_000_000).fill(0xffff_ffff);
  expect(counter.of(full)(full)).toBe(1_000_000);
  expect(counter.of(makeBits(0))(full)).toBe(0);
  expect(counter.of(full)(makeBits(0))).toBe(0);
});
