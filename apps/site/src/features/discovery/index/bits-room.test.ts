import { randomOf } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { type Bits, countCommon, makeBits, setBit } from './bits.ts';
import { type BitsRoom, makeBitsRoom, STEP_SLOTS } from './bits-room.ts';

const random = randomOf(5);
const fillAtRandom = (bits: Bits, slots: number): Bits => {
  for (let count = random(slots); count > 0; count--) setBit(bits, random(slots));
  return bits;
};
const someOf = (room: BitsRoom): Bits => fillAtRandom(room.make(), room.slotCount);

test('slots in common are counted as one by one, while the place of the sets grows (BROWSE-061)', () => {
  for (const steps of [1, 2, 3, 17, 1_000]) {
    const room = makeBitsRoom(steps * STEP_SLOTS);
    const sets = Array.from({ length: 40 }, () => someOf(room));
    const copies = sets.map((bits) => bits.slice());
    for (let turn = 0; turn < 200; turn++) {
      const [one, other] = [random(sets.length), random(sets.length)];
      expect(room.countCommon(sets[one]!, sets[other]!)).toBe(countCommon(copies[one]!, copies[other]!));
    }
    // Nobody wrote into the set of somebody else.
    expect(sets.map((bits, at) => countCommon(bits, copies[at]!))).toEqual(
      copies.map((bits) => countCommon(bits, bits)),
    );
  }
});

test('full sets have exact counts', () => {
  const room = makeBitsRoom(2_000 * STEP_SLOTS);
  const full = room.make().fill(0xffff_ffff);
  expect(room.countCommon(full, full)).toBe(2_000 * STEP_SLOTS);
  expect(room.countCommon(full, room.make())).toBe(0);
});

test('sets of another place are counted as well', () => {
  const room = makeBitsRoom(STEP_SLOTS);
  const other = makeBitsRoom(2 * STEP_SLOTS);
  const [here, there, plain] = [someOf(room), someOf(other), fillAtRandom(makeBits(700), 700)];
  expect(room.countCommon(here, there)).toBe(countCommon(here, there));
  expect(room.countCommon(plain, here)).toBe(countCommon(here, plain));
});

test('a set that was given back is empty when somebody else has it', () => {
  const room = makeBitsRoom(STEP_SLOTS);
  const first = room.make().fill(7);
  room.giveBack(first);
  expect(room.make()).toBe(first);
  expect(room.countCommon(first, first)).toBe(0);
  expect(room.make()).not.toBe(first);
});

test('more sets than there is room for are made all the same', () => {
  const room = makeBitsRoom(STEP_SLOTS);
  const sets = Array.from({ length: 20_000 }, () => room.make());
  expect(new Set(sets).size).toBe(20_000);
  setBit(sets[0]!, 9);
  setBit(sets.at(-1)!, 9);
  expect(room.countCommon(sets[0]!, sets.at(-1)!)).toBe(1);
});
