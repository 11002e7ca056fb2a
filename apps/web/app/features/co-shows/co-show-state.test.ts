import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { reduceCoShow, startCoShow } from './co-show-state.ts';

const bea = { co_show_id: 'c1', username: 'bea', display_name: 'Bea' };
const told = (status: 'running' | 'ended', co_show_id = 'c1') => ({
  name: 'v3.co_show.update' as const,
  payload: { ...bea, seq: 1, co_show_id, status, started_at: 1 },
});
const answer = (coShow: ReturnType<typeof roomFixture>['coShow']) => ({
  name: 'page.loaded' as const,
  payload: { ...roomFixture(), coShow },
});
const snapshot = (coShow?: object) => ({
  name: 'v3.room.snapshot' as const,
  payload: { seq: 1, epoch: '1.a', chat: {}, mode: 'public' as const, user_count: 1, coShow: { ...coShow } },
});
const empty = startCoShow(roomFixture());
const running = reduceCoShow(empty, told('running'));

test('a page finds a co-show in the room, is told of one, and of its end (CO6)', () => {
  expect(empty.told).toBeNull();
  expect(
    startCoShow({ ...roomFixture(), coShow: { ...bea, started_at: '2026-11-24T10:00:00.000Z' } }).told,
  ).toMatchObject(bea);
  expect(running.told).toMatchObject(bea);
  expect(reduceCoShow(running, told('ended')).told).toBeNull();
  expect(reduceCoShow(running, told('ended', 'c0'))).toBe(running);
  const whole = { name: 'v3.room.snapshot' as const, payload: { ...snapshot().payload, coShow: undefined } };
  expect(reduceCoShow(running, whole).told).toBeNull();
  expect(reduceCoShow(empty, snapshot(bea)).told).toEqual(bea);
});

test('an answer that was on its way while the socket told something newer changes nothing (CO6)', () => {
  const started_at = '2026-11-24T10:00:00.000Z';
  expect(reduceCoShow(empty, answer({ ...bea, started_at })).told).toMatchObject(bea);
  expect(reduceCoShow(running, answer(null))).toBe(running);
  const ended = reduceCoShow(running, told('ended'));
  expect(reduceCoShow(ended, answer({ ...bea, started_at }))).toBe(ended);
});
