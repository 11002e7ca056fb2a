import type { AccountId, Uuid } from '@klieg/kernel';
import { expect, test } from 'vitest';
import {
  endOf,
  fewUntil,
  type GroupShow,
  joinRefusalOf,
  mayRateAfter,
  memberEndOf,
  type RoomSight,
  stepOf,
} from './group-rules.ts';

const show = (its: Partial<GroupShow> = {}): GroupShow => ({
  id: 'g' as Uuid,
  roomId: 1 as AccountId,
  state: 'open',
  price: 30,
  minPeople: 3,
  maxPeople: null,
  lateJoiners: true,
  ifFew: 'ends',
  waitsUntil: 3_600_000,
  startsAt: null,
  startingUntil: null,
  startedAt: null,
  fewSince: null,
  endedAt: null,
  reason: null,
  ...its,
});
const room: RoomSight = { isShowOn: true, silentMs: 0, closedMs: 0, isOwnerSuspended: false };

test('who can join depends on state, limit and whether latecomers may (GS2) (GS8)', () => {
  expect(joinRefusalOf(undefined, 0)).toBe('shows.no_group_show');
  for (const state of ['open', 'counting'] as const)
    expect(joinRefusalOf(show({ state }), 9)).toBeUndefined();
  expect(joinRefusalOf(show({ maxPeople: 3 }), 3)).toBe('shows.group_full');
  expect(joinRefusalOf(show({ state: 'starting' }), 0)).toBe('common.unavailable');
  expect(joinRefusalOf(show({ state: 'running' }), 3)).toBeUndefined();
  expect(joinRefusalOf(show({ state: 'running', lateJoiners: false }), 3)).toBe('shows.no_group_show');
  expect(joinRefusalOf(show({ state: 'settling' }), 3)).toBe('shows.no_group_show');
});

test('it counts down while enough are present and there is a picture, and starts then (GS4) (GS5)', () => {
  const at = { present: 3, hasPicture: true };
  expect(stepOf(show(), 0, { ...at, present: 2 })).toBeUndefined();
  expect(stepOf(show(), 0, at)).toBe('count');
  expect(stepOf(show(), 0, { ...at, hasPicture: false })).toBeUndefined();
  const counting = show({ state: 'counting', startsAt: 10_000 });
  expect(stepOf(counting, 9_999, at)).toBeUndefined();
  expect(stepOf(counting, 9_999, { ...at, present: 2 })).toBe('wait');
  expect(stepOf(counting, 10_000, at)).toBe('start');
  expect(stepOf(show({ state: 'starting', startingUntil: 5 }), 4, at)).toBeUndefined();
  expect(stepOf(show({ state: 'starting', startingUntil: 5 }), 5, at)).toBe('undo');
});

test('an offer ends by its time, a closed room and staff (GS6)', () => {
  const at = { room, people: 2 };
  expect(endOf(show(), 3_599_999, at)).toBeUndefined();
  expect(endOf(show(), 3_600_000, at)).toBe('time_over');
  expect(endOf(show({ state: 'counting' }), 3_600_000, at)).toBeUndefined();
  expect(endOf(show(), 0, { ...at, room: { ...room, closedMs: 60_000 } })).toBe('closed');
  expect(endOf(show(), 0, { ...at, room: { ...room, isOwnerSuspended: true } })).toBe('removed');
});

test('a show ends without a picture, after four hours, by staff, and with too few as it was said (GS10) (GS11)', () => {
  const runs = show({ state: 'running', startedAt: 0 });
  const at = { room, people: 3 };
  expect(endOf(runs, 4 * 3_600_000 - 1, at)).toBeUndefined();
  expect(endOf(runs, 4 * 3_600_000, at)).toBe('time_over');
  expect(endOf(runs, 1, { ...at, room: { ...room, silentMs: 60_000 } })).toBe('unpublish');
  expect(endOf(runs, 1, { ...at, room: { ...room, isShowOn: false } })).toBe('unpublish');
  expect(endOf(runs, 1, { ...at, room: { ...room, isOwnerSuspended: true } })).toBe('removed');
  const few = { ...runs, fewSince: 1_000 };
  expect(endOf(few, 60_999, { room, people: 2 })).toBeUndefined();
  expect(endOf(few, 61_000, { room, people: 2 })).toBe('too_few');
  const goesOn = { ...few, ifFew: 'goes_on' as const };
  expect(endOf(goesOn, 61_000, { room, people: 1 })).toBeUndefined();
  expect(endOf(goesOn, 61_000, { room, people: 0 })).toBe('too_few');
  expect([fewUntil(few, 2), fewUntil(goesOn, 2), fewUntil(runs, 2)]).toEqual([61_000, null, null]);
});

test('somebody loses the place by not being allowed or away, the seat also without tokens or picture (GS3) (GS9)', () => {
  const fine = { isAllowed: true, awayMs: 0, silentMs: 0, isUsedUp: false };
  const seated = { state: 'seated' as const };
  const waiting = { state: 'waiting' as const };
  expect(memberEndOf(seated, fine)).toBeUndefined();
  expect(memberEndOf(waiting, { ...fine, isAllowed: false })).toBe('removed');
  expect(memberEndOf(seated, { ...fine, isUsedUp: true })).toBe('no_tokens');
  for (const who of [seated, waiting]) {
    expect(memberEndOf(who, { ...fine, awayMs: 14_999 })).toBeUndefined();
    expect(memberEndOf(who, { ...fine, awayMs: 15_000 })).toBe('left');
  }
  expect(memberEndOf(seated, { ...fine, silentMs: 59_999 })).toBeUndefined();
  expect(memberEndOf(seated, { ...fine, silentMs: 60_000 })).toBe('no_picture');
  expect(memberEndOf(waiting, { ...fine, silentMs: 60_000 })).toBeUndefined();
});

test('two minutes may be rated (GS12)', () => {
  expect([mayRateAfter(119), mayRateAfter(120)]).toEqual([false, true]);
});
