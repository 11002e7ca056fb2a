import { expect, test } from 'vitest';
import { toggleChoice } from './choose-files.ts';

const picture = (id: number) => ({ id, type_id: 1 }) as const;
const video = (id: number) => ({ id, type_id: 2 }) as const;
const all = [picture(1), picture(2), video(3), video(4)];

test('pictures go together in the order in which they were chosen, and a video stands alone', () => {
  expect(toggleChoice([], picture(2), all)).toEqual([2]);
  expect(toggleChoice([2], picture(1), all)).toEqual([2, 1]);
  expect(toggleChoice([2, 1], picture(2), all)).toEqual([1]);
  expect(toggleChoice([2, 1], video(3), all)).toEqual([3]);
  expect(toggleChoice([3], video(4), all)).toEqual([4]);
  expect(toggleChoice([3], picture(1), all)).toEqual([1]);
});

test('a set has 200 pictures at most', () => {
  const many = Array.from({ length: 201 }, (_, at) => picture(at + 1));
  const full = many.slice(0, 200).map(({ id }) => id);
  expect(toggleChoice(full, picture(201), many)).toBe(full);
});
