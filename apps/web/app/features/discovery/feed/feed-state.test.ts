import { expect, test } from 'vitest';
import type { FeedRoom } from './feed-room.ts';
import { feedOf, reduceFeed } from './feed-state.ts';

const roomOf = (username: string) => ({ username }) as FeedRoom;
const part = (page: number, names: readonly string[], hasMore = true) => ({
  page,
  rooms: names.map(roomOf),
  hasMore,
});
const names = ({ rooms }: { readonly rooms: readonly FeedRoom[] }) => rooms.map(({ username }) => username);

test('a list that changed between two pages shows nobody twice', () => {
  const first = feedOf(part(1, ['a', 'b']));
  expect(first.nextPage).toBe(2);
  const second = reduceFeed(first, { type: 'came', round: 0, part: part(2, ['b', 'c', 'c'], false) });
  expect(names(second)).toEqual(['a', 'b', 'c']);
  expect(second).toMatchObject({ nextPage: 3, hasMore: false, phase: 'idle' });
});

test('a page that did not come can be asked for again, and what had come stays', () => {
  const failed = reduceFeed(reduceFeed(feedOf(part(1, ['a'])), { type: 'asked' }), {
    type: 'failed',
    round: 0,
  });
  expect(failed).toMatchObject({ phase: 'failed', nextPage: 2 });
  expect(names(failed)).toEqual(['a']);
  expect(reduceFeed(failed, { type: 'asked' }).phase).toBe('loading');
});

test('an answer to what was asked before the feed began anew changes nothing', () => {
  const again = reduceFeed(feedOf(part(1, ['a'])), { type: 'restarted' });
  expect(again).toMatchObject({ rooms: [], nextPage: 1, hasMore: true });
  expect(reduceFeed(again, { type: 'came', round: 0, part: part(2, ['late']) })).toBe(again);
  expect(reduceFeed(again, { type: 'failed', round: 0 })).toBe(again);
});
