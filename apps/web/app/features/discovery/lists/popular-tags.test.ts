import { expect, test } from 'vitest';
import { popularTags } from './popular-tags.ts';

const room = (tags: readonly string[], status: 'online' | 'offline' = 'online') => ({
  status,
  tags: [...tags],
});

test('tags of live rooms come, those of the most rooms first, then by name', () => {
  const cards = [
    room(['vinyl', 'chess']),
    room(['vinyl', 'books']),
    room(['painting', 'painting-2'], 'offline'),
  ];
  expect(popularTags(cards, 10)).toEqual(['vinyl', 'books', 'chess']);
  expect(popularTags(cards, 1)).toEqual(['vinyl']);
  expect(popularTags([], 10)).toEqual([]);
});
