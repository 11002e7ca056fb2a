import { beforeEach, expect, test } from 'vitest';
import type { Room } from '@klieg/contract';
import { forgetViewed, readViewed, rememberViewed } from './viewed-rooms.ts';

const room = (username: string) =>
  ({
    user: { username, displayName: username, tags: [], languages: [], ratings: { average: 0, count: 0 } },
    userSetting: { spy: { enabled: false, cost: 0 } },
  }) as unknown as Room;
const names = (now?: number) => readViewed(now).map(({ card }) => card.username);

beforeEach(() => localStorage.clear());

test('a guest’s rooms are kept once each, newest first, at most 60 (BROWSE-042)', () => {
  for (const name of ['one', 'two', 'one']) rememberViewed(room(name));
  expect(names()).toEqual(['one', 'two']);
  for (let i = 0; i < 70; i++) rememberViewed(room(`room_${i}`));
  expect(names()).toHaveLength(60);
  expect(names()[0]).toBe('room_69');
});

test('they are forgotten after 30 days, one by one, or all (BROWSE-042)', () => {
  const day = 24 * 60 * 60 * 1000;
  rememberViewed(room('old'), 0);
  rememberViewed(room('new'), 29 * day);
  expect(names(30 * day)).toEqual(['new']);
  const now = Date.now();
  for (const name of ['one', 'two', 'three']) rememberViewed(room(name), now);
  forgetViewed('two');
  expect(names()).toEqual(['three', 'one']);
  forgetViewed();
  expect(names()).toEqual([]);
});

test('what something else wrote there is no list', () => {
  localStorage.setItem('klieg.viewed', '{"not":"a list"}');
  expect(names()).toEqual([]);
  localStorage.setItem('klieg.viewed', '[null, 3, {"viewedAt": 1}]');
  expect(names()).toEqual([]);
});
