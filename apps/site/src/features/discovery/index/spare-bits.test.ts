import { expect, test } from 'vitest';
import { makeBitsRoom, STEP_SLOTS } from './bits-room.ts';
import { makeSpareBits } from './spare-bits.ts';

const room = makeBitsRoom(STEP_SLOTS);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('no set is given twice in a turn, and those of one turn are given again in the next', async () => {
  const spare = makeSpareBits();
  const first = [spare.take(room), spare.take(room), spare.take(room)];
  expect(new Set(first).size).toBe(3);
  const { turn } = spare;
  await nextTurn();
  expect(spare.turn).not.toBe(turn);
  const again = [spare.take(room), spare.take(room), spare.take(room), spare.take(room)];
  expect(new Set(again).size).toBe(4);
  expect(first.every((bits) => again.includes(bits))).toBe(true);
});

test('sets grow with the index', async () => {
  const spare = makeSpareBits();
  const before = spare.take(room);
  const larger = makeBitsRoom(3 * STEP_SLOTS);
  expect(spare.take(larger)).toHaveLength(3 * before.length);
  await nextTurn();
  expect(spare.take(larger)).toHaveLength(3 * before.length);
  expect(spare.take(larger)).not.toBe(before);
});

test('a turn that asks for very many gets them all, and only some are kept', async () => {
  const spare = makeSpareBits();
  const many = new Set(Array.from({ length: 1_000 }, () => spare.take(room)));
  expect(many.size).toBe(1_000);
  await nextTurn();
  const again = Array.from({ length: 1_000 }, () => spare.take(room));
  expect(again.filter((bits) => many.has(bits)).length).toBeLessThan(200);
});
