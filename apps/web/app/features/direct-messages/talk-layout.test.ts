import { expect, test } from 'vitest';
import { firstUnread, isTakenBack, layTalk, pictureSize, shortMoment } from './talk-layout.ts';
import type { TalkMessage } from './talk-state.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const message = (n: number, minutes: number, isMine = false, isRead = false): TalkMessage => ({
  id: `id-${n}`,
  isMine,
  text: '',
  imageUrl: null,
  tipTokens: null,
  at: noon + minutes * 60_000,
  isRead,
});

test('a conversation is cut into days and runs of one person', () => {
  const laid = layTalk(
    [
      message(1, -1_440),
      message(2, 0),
      message(3, 4),
      message(4, 10),
      message(5, 11, true),
      message(6, 12, true),
    ],
    'id-6',
  );
  expect(laid.map(({ isNewDay }) => isNewDay)).toEqual([true, true, false, false, false, false]);
  expect(laid.map(({ isFirst }) => isFirst)).toEqual([true, true, false, true, true, true]);
  expect(laid.map(({ isNewFrom }) => isNewFrom)).toEqual([false, false, false, false, false, true]);
  expect(layTalk([], undefined)).toEqual([]);
});

test('the first unread one is the partner’s', () => {
  expect(firstUnread([message(1, 0, false, true), message(2, 1, true), message(3, 2), message(4, 3)])).toBe(
    'id-3',
  );
  expect(firstUnread([message(1, 0, true)])).toBeUndefined();
});

test('a picture’s name carries its size', () => {
  expect(pictureSize('/files/pm/0198-1600x900.jpg')).toEqual({ width: 1600, height: 900 });
  expect(pictureSize('blob:https://x/1')).toBeUndefined();
});

test('own messages of a quarter of an hour are taken back for both (S2905)', () => {
  const own = message(1, 0, true);
  expect(isTakenBack(own, own.at + 14 * 60_000)).toBe(true);
  expect(isTakenBack(own, own.at + 15 * 60_000)).toBe(false);
  expect(isTakenBack(message(2, 0), own.at)).toBe(false);
});

test('a list shows the clock of today and the day of before', () => {
  expect(shortMoment(noon, 'en', new Date(noon))).toBe('12:00');
  expect(shortMoment(noon, 'en', new Date(noon + 86_400_000))).toBe('Nov 20');
});
