import type { FeedItem } from '@klieg/contract';
import { randomOf, shuffle } from '@klieg/testing/random';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import type { FeedSource } from './feed-source.ts';
import { ORDER_MS } from './kept-order.ts';
import { makeFeed } from './read-feed.ts';

const NOWHERE = { country: null, state: null };

const itemOf = (kind: FeedItem['kind'], username: string): FeedItem => ({
  kind,
  user: { username } as never,
  media: null,
  stream: null,
  tip_default: 25,
});

/** A source with what a test says it has. */
const sourceOf = (kind: FeedItem['kind'], ids: () => readonly string[]): FeedSource => ({
  kind,
  list: ids,
  present: async (asked) => asked.map((id) => (ids().includes(id) ? itemOf(kind, id) : undefined)),
});

function feedWith(first: readonly string[]) {
  let now = 0;
  let there = first;
  const feed = makeFeed({
    catalog: { has: () => false },
    live: sourceOf('live', () => there),
    clock: { now: () => now },
  });
  return {
    feed,
    page: (page: number) => feed.ofGender('f', NOWHERE, page, undefined),
    pass: (ms: number) => void (now += ms),
    set: (names: readonly string[]) => void (there = names),
  };
}
const names = ({ list }: { readonly list: readonly FeedItem[] }) => list.map(({ user }) => user.username);
const many = (count: number, prefix = 'room') => Array.from({ length: count }, (_, at) => `${prefix}_${at}`);

describe('the pages of a feed', () => {
  test('hold ten items each, say whether more follow, and are empty past the end (BROWSE-058)', async () => {
    const { page } = feedWith(many(23));
    expect(await page(1)).toMatchObject({ gender: 'f', page: 1, has_more: true });
    expect((await page(1)).list).toHaveLength(10);
    expect(names(await page(3))).toEqual(['room_20', 'room_21', 'room_22']);
    expect((await page(3)).has_more).toBe(false);
    expect(await page(1000)).toMatchObject({ list: [], page: 1000, has_more: false });
  });

  test('show everybody once while rooms open, close and change places within a minute', async () => {
    for (let seed = 1; seed <= howMany(200, 20_000); seed++) {
      const random = randomOf(seed);
      const start = many(random(60));
      const { page, set, pass } = feedWith(start);
      let there: readonly string[] = start;
      const always = new Set(start);
      const seen: string[] = [];
      for (let number = 1, more = true; more; number++) {
        const read = await page(number);
        seen.push(...names(read));
        more = read.has_more;
        // The list changes between two pages, as it may.
        const gone = new Set(there.filter(() => random(5) === 0));
        for (const name of gone) always.delete(name);
        const opened = many(random(3), `opened_${number}`);
        there = shuffle([...there.filter((name) => !gone.has(name)), ...opened], random);
        set(there);
        pass(1_500);
      }
      expect(new Set(seen).size, `seed ${seed}`).toBe(seen.length);
      for (const name of always) expect(seen, `seed ${seed}`).toContain(name);
    }
  });

  test('follow the new order once the minute is over', async () => {
    const { page, set, pass } = feedWith(['a', 'b']);
    await page(1);
    set(['c', 'b', 'a']);
    pass(1_000);
    expect(names(await page(1))).toEqual(['a', 'b', 'c']);
    pass(ORDER_MS);
    expect(names(await page(1))).toEqual(['c', 'b', 'a']);
  });

  test('drop a room that closed a moment ago, and say when nothing is left', async () => {
    const { page, set, pass } = feedWith(['a']);
    expect(names(await page(1))).toEqual(['a']);
    set([]);
    expect(names(await page(1))).toEqual([]);
    pass(1_000);
    expect(await page(1)).toMatchObject({ list: [], has_more: false });
  });
});

test('another source adds itself: its items stand between live rooms, in pages of the same kind', async () => {
  const { feed, page } = feedWith(many(6));
  feed.addSource(sourceOf('media', () => ['clip_0', 'clip_1', 'clip_2']));
  const read = await page(1);
  expect(read.list.map(({ kind }) => kind)).toEqual([
    'live',
    'live',
    'live',
    'media',
    'live',
    'live',
    'live',
    'media',
    'media',
  ]);
  expect(names(read).filter((name) => name.startsWith('clip'))).toEqual(['clip_0', 'clip_1', 'clip_2']);
});
