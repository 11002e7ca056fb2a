import { expect, test } from 'vitest';
import { makeSpareBits } from './spare-bits.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('no set is given twice in a turn, and those of one turn are given again in the next', async () => {
  const spare = makeSpareBits();
  const first = [spare.take(320), spare.take(320), spare.take(320)];
  expect(new Set(first).size).toBe(3);
  const { turn } = spare;
  await nextTurn();
  expect(spare.turn).not.toBe(turn);
  const again = [spare.take(320), spare.take(320), spare.take(320), spare.take(320)];
  expect(new Set(again).size).toBe(4);
  expect(first.every((bits) => again.includes(bits))).toBe(true);
});

test('sets grow with the index', async () => {
  const spare = makeSpareBits();
  expect(spare.take(64)).toHaveLength(2);
  await nextTurn();
  expect(spare.take(96)).toHaveLength(3);
  expect(spare.take(64)).toHaveLength(2);
});

test('a turn that asks for very many gets them all, and only some are kept', async () => {
  const spare = makeSpareBits();
  const many = new Set(Array.from({ length: 1_000 }, () => spare.take(32)));
  expect(many.size).toBe(1_000);
  await nextTurn();
  const again = Array.from({ length: 1_000 }, () => spare.take(32));
  expect(again.filter((bits) => many.has(bits)).length).toBeLessThan(200);
});
