import type { AccountId, Uuid } from '@klieg/kernel';
import { expect, test } from 'vitest';
import {
  callNext,
  chargeOfTurn,
  freeSecondsLeft,
  type HouseCamera,
  isOpen,
  lapsedOf,
  shownOf,
  timeEndOf,
  type Turn,
  turnEndOf,
} from './voyeur-rules.ts';

const camera = (name: HouseCamera['name'], state: HouseCamera['state'], goneAt: number | null = null) =>
  ({ name, state, id: name as never, streamName: name, openedAt: 0, goneAt, tail: null }) as HouseCamera;
const house = [camera('bedroom', 'live'), camera('kitchen', 'live'), camera('shower', 'missing', 1_000)];
const turn = (more: Partial<Turn> = {}): Turn => ({
  id: 'turn' as Uuid,
  roomId: 1 as AccountId,
  viewerId: 2 as AccountId,
  camera: 'kitchen',
  tokens: 30,
  state: 'running',
  wasAbsent: false,
  beganAt: 0,
  endsAt: 60_000,
  tokensCharged: null,
  ...more,
});

test('the controlled camera is shown, else the performer’s choice, else the first with a picture (S3102)', () => {
  const shown = (...asked: [HouseCamera['name'] | null, HouseCamera['name'] | undefined]) =>
    shownOf(house, ...asked)?.name;
  expect(shown(null, undefined)).toBe('bedroom');
  expect(shown('kitchen', undefined)).toBe('kitchen');
  expect(shown('bedroom', 'kitchen')).toBe('kitchen');
  // Without its picture neither is shown.
  expect(shown('shower', 'shower')).toBe('bedroom');
  expect(shownOf([camera('living', 'waiting')], 'living', undefined)).toBeUndefined();
});

test('a room is open while a camera has a picture or had one a moment ago; what lapses is closed', () => {
  expect(isOpen(house)).toBe(true);
  expect(isOpen([camera('bedroom', 'waiting'), camera('kitchen', 'off')])).toBe(false);
  expect(lapsedOf(house, 60_999)).toEqual([]);
  expect(lapsedOf(house, 61_000).map(({ name }) => name)).toEqual(['shower']);
  expect(lapsedOf([camera('living', 'waiting')], 299_999)).toEqual([]);
  expect(lapsedOf([camera('living', 'waiting')], 300_000)).toHaveLength(1);
});

test('sixty delivered seconds a day are free, and a second that was begun counts', () => {
  expect([0, 1, 1_000, 59_001, 60_000, 90_000].map(freeSecondsLeft)).toEqual([60, 59, 59, 0, 0, 0]);
});

test('bought time ends by the first thing in its way (S3101)', () => {
  const on = { isAllowed: true, isRoomOpen: true, awayMs: 0, silentMs: 0, isUsedUp: false };
  expect(timeEndOf(on)).toBeUndefined();
  expect(timeEndOf({ ...on, isAllowed: false, isRoomOpen: false })).toBe('removed');
  expect(timeEndOf({ ...on, isRoomOpen: false, isUsedUp: true })).toBe('unpublish');
  expect(timeEndOf({ ...on, isUsedUp: true, awayMs: 15_000 })).toBe('out_of_time');
  expect(timeEndOf({ ...on, awayMs: 14_999 })).toBeUndefined();
  expect(timeEndOf({ ...on, awayMs: 15_000 })).toBe('user_ended');
  expect(timeEndOf({ ...on, silentMs: 60_000 })).toBe('unpublish');
});

test('a turn is paid in full by its time or its owner’s choice, else by what was used of it (S1907)', () => {
  expect(chargeOfTurn(turn(), 'time_over', 60_000)).toBe(30);
  expect(chargeOfTurn(turn(), 'user_stopped', 1_000)).toBe(30);
  expect(chargeOfTurn(turn(), 'model_stopped', 21_000)).toBe(10);
  expect(chargeOfTurn(turn(), 'removed', 0)).toBe(0);
  // A clock that jumped charges no more than all of it, and never less than nothing.
  expect(chargeOfTurn(turn(), 'removed', 900_000)).toBe(30);
  expect(chargeOfTurn(turn(), 'removed', -5_000)).toBe(0);
  for (const reason of ['user_stopped', 'removed', 'absent'] as const)
    expect(chargeOfTurn(turn({ state: 'queued', beganAt: null }), reason, 50_000)).toBe(0);
});

test('a turn ends by its time, its camera, its room, its owner and its hold (S1907)', () => {
  const on = { now: 1_000, isAllowed: true, isRoomOpen: true, isCameraThere: true, isHeld: true };
  expect(turnEndOf(turn(), on)).toBeUndefined();
  expect(turnEndOf(turn(), { ...on, now: 60_000 })).toBe('time_over');
  expect(turnEndOf(turn(), { ...on, isCameraThere: false })).toBe('model_stopped');
  expect(turnEndOf(turn(), { ...on, isRoomOpen: false })).toBe('model_stopped');
  expect(turnEndOf(turn(), { ...on, isHeld: false })).toBe('unpaid');
  expect(turnEndOf(turn(), { ...on, isAllowed: false })).toBe('removed');
  const queued = turn({ state: 'queued', beganAt: null, endsAt: null });
  expect(turnEndOf(queued, { ...on, now: 90_000, isCameraThere: false })).toBeUndefined();
});

test('who is called and not there waits at the end once, then their turn goes back (S1905)', () => {
  const queued = turn({ state: 'queued' });
  const call = (awayMs: number, wasAbsent = false, isCameraThere = true) =>
    callNext({ ...queued, wasAbsent }, { isCameraThere, awayMs });
  expect(call(0)).toBe('begin');
  expect(call(0, false, false)).toBe('end');
  expect(call(19_999)).toBe('wait');
  expect(call(20_000)).toBe('to_the_end');
  expect(call(20_000, true)).toBe('end');
});
