import { expect, test } from 'vitest';
import { makeReorderBuffer, REORDER_DEFAULTS } from './reorder-buffer.ts';

function setup() {
  const out: (number | string)[] = [];
  const buffer = makeReorderBuffer<number>({
    ...REORDER_DEFAULTS,
    heldMax: 8,
    onPacket: (packet) => out.push(packet),
    onLoss: (count) => out.push(`lost ${count}`),
  });
  return { out, push: (sequence: number, nowMs = 0) => buffer.push(sequence, sequence, nowMs), buffer };
}

test('packets leave in order whatever the order in which they came', () => {
  const { out, push } = setup();
  for (const sequence of [5, 8, 6, 7, 9]) push(sequence);
  expect(out).toEqual([5, 6, 7, 8, 9]);
});

test('a packet that comes twice or too late is left out', () => {
  const { out, push } = setup();
  for (const sequence of [5, 6, 6, 5, 4, 7]) push(sequence);
  expect(out).toEqual([5, 6, 7]);
});

test('what is missing is asked for at once, again after a while, and not for ever', () => {
  const { push, buffer } = setup();
  push(5);
  push(8);
  expect(buffer.takeMissing(0)).toEqual([6, 7]);
  expect(buffer.takeMissing(REORDER_DEFAULTS.retryMs - 1)).toEqual([]);
  push(6);
  expect(buffer.takeMissing(REORDER_DEFAULTS.retryMs)).toEqual([7]);
  for (let i = 2; i < REORDER_DEFAULTS.triesMax; i++)
    expect(buffer.takeMissing(i * REORDER_DEFAULTS.retryMs)).toEqual([7]);
  expect(buffer.takeMissing(99_999)).toEqual([]);
});

test('a gap that does not close in time is given up with its size', () => {
  const { out, push, buffer } = setup();
  push(5);
  push(8);
  buffer.expire(REORDER_DEFAULTS.waitMs - 1);
  expect(out).toEqual([5]);
  buffer.expire(REORDER_DEFAULTS.waitMs);
  expect(out).toEqual([5, 'lost 2', 8]);
  push(6);
  push(9);
  expect(out).toEqual([5, 'lost 2', 8, 9]);
});

test('a second gap behind the first has its own time', () => {
  const { out, push, buffer } = setup();
  push(1, 0);
  push(3, 0);
  push(5, 100);
  buffer.expire(300);
  expect(out).toEqual([1, 'lost 1', 3]);
  buffer.expire(599);
  expect(out).toHaveLength(3);
  buffer.expire(600);
  expect(out).toEqual([1, 'lost 1', 3, 'lost 1', 5]);
});

test('what is held is bounded', () => {
  const { out, push } = setup();
  push(0);
  for (let sequence = 2; sequence <= 10; sequence++) push(sequence);
  expect(out.slice(0, 3)).toEqual([0, 'lost 1', 2]);
});

test('a sender that starts anew far ahead is followed at once', () => {
  const { out, push } = setup();
  push(0);
  push(9_000);
  push(9_001);
  expect(out).toEqual([0, 'lost 8999', 9_000, 9_001]);
});

test('where repeats take long they are asked for again, and waited for, later', () => {
  const { buffer, out } = setup();
  buffer.push(0, 0, 0);
  buffer.push(2, 2, 0);
  expect(buffer.takeMissing(0)).toEqual([1]);
  // The repeat takes 200 ms.
  buffer.push(1, 1, 200);
  buffer.push(4, 4, 1_000);
  expect(buffer.takeMissing(1_000)).toEqual([3]);
  expect(buffer.takeMissing(1_240)).toEqual([]);
  expect(buffer.takeMissing(1_250)).toEqual([3]);
  buffer.expire(1_700);
  expect(out).toEqual([0, 1, 2]);
  buffer.expire(1_800);
  expect(out).toEqual([0, 1, 2, 'lost 1', 4]);
});
