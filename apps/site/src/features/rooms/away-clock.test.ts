import type { AccountId } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { makeAwayClock } from './away-clock.ts';

const ANNA = 7 as AccountId;

test('counts while no page is there, for each show by itself, and knows nothing of a room that is elsewhere', () => {
  const pages = { here: 0, isElsewhere: false };
  const presence = {
    socketsOf: (key: string) => (key === 'a7' ? Array.from({ length: pages.here }) : []),
    isElsewhere: () => pages.isElsewhere,
  };
  let now = 0;
  const awayMs = makeAwayClock(
    { find: (room: string) => (room === 'iris' ? { presence } : undefined) } as never,
    () => now,
  );
  // Not there from the first look on, and so never 0.
  expect(awayMs('iris', ANNA, 'first')).toBe(1);
  now = 20_000;
  expect(awayMs('iris', ANNA, 'first')).toBe(20_000);
  // She was there meanwhile, and loads the page anew in the moment in which the next show is looked at.
  expect(awayMs('iris', ANNA, 'second')).toBe(1);
  now = 21_000;
  expect(awayMs('iris', ANNA, 'second')).toBe(1_000);
  pages.here = 1;
  expect(awayMs('iris', ANNA, 'first')).toBe(0);
  pages.here = 0;
  pages.isElsewhere = true;
  expect(awayMs('iris', ANNA, 'second')).toBe(0);
  pages.isElsewhere = false;
  expect(awayMs('iris', ANNA, 'first')).toBe(1);
  expect(awayMs('elsewhere', ANNA, 'first')).toBeUndefined();
});
