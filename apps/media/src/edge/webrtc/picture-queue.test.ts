import { expect, test } from 'vitest';
import { makeMediaPacket } from './media-packet.ts';
import { makePictureQueue, type RtpUnit } from './picture-queue.ts';

const unit = (ticks: number, isKey = false): RtpUnit => ({
  packets: [0, 1].map((i) => makeMediaPacket(Buffer.alloc(100), i === 1)),
  ticks,
  streamMs: ticks / 90,
  isKey,
});

function drain(queue: ReturnType<typeof makePictureQueue>): number[] {
  const ticks: number[] = [];
  for (let next = queue.take(); next; next = queue.take()) if (next.isLast) ticks.push(next.unit.ticks);
  return ticks;
}

test('pictures go out in order as long as few wait', () => {
  const queue = makePictureQueue();
  for (let ticks = 0; ticks < 4; ticks++) queue.add(unit(ticks, ticks === 0), 1_000);
  expect(queue.bytes).toBe(800);
  expect(drain(queue)).toEqual([0, 1, 2, 3]);
  expect(queue.bytes).toBe(0);
});

test('where too many wait whole ones are left out, until a keyframe, and one that has begun is finished', () => {
  const queue = makePictureQueue();
  queue.add(unit(0, true), 450);
  queue.add(unit(1), 450);
  queue.take();
  queue.add(unit(2), 450);
  queue.add(unit(3), 450);
  expect(queue.isThinning).toBe(true);
  queue.add(unit(4), 450);
  expect(drain(queue)).toEqual([0]);
  // Although there is room now, what builds on a picture that is gone would be smeared.
  queue.add(unit(5), 450);
  expect(drain(queue)).toEqual([]);
  expect(queue.picturesDropped).toBe(5);
  queue.add(unit(6, true), 450);
  queue.add(unit(7), 450);
  expect(queue.isThinning).toBe(false);
  expect(drain(queue)).toEqual([6, 7]);
});

test('a keyframe takes the place of what waits long for its turn', () => {
  const queue = makePictureQueue();
  queue.add(unit(0, true), 500);
  queue.add(unit(1), 500);
  queue.add(unit(2, true), 500);
  expect(drain(queue)).toEqual([2]);
});
