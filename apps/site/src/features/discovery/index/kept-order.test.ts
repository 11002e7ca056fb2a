import { randomOf } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { makeKeptOrder } from './kept-order.ts';

test('an order stands as if all were sorted again, whatever came, moved and went (BROWSE-061)', () => {
  const random = randomOf(11);
  const weights = new Map<number, number>();
  const weightOf = (slot: number) => weights.get(slot) ?? 0;
  const compare = (a: number, b: number) => weightOf(b) - weightOf(a) || a - b;
  const order = makeKeptOrder(compare, (slot) => weights.has(slot));
  const listed = (count = Infinity) => {
    const slots: number[] = [];
    order.each((slot) => {
      slots.push(slot);
      return slots.length < count;
    });
    return slots;
  };
  for (let turn = 0; turn < 20_000; turn++) {
    const slot = random(turn < 5_000 ? 3_000 : 4_000);
    if (random(5) === 0) weights.delete(slot);
    else weights.set(slot, random(50));
    order.touch(slot);
    if (turn % 97 !== 0) continue;
    const expected = [...weights.keys()].sort(compare);
    expect(listed()).toEqual(expected);
    expect(listed(3)).toEqual(expected.slice(0, 3));
  }
});
