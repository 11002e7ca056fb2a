import { AUTO_TIP_GOAL as AUTO, TIP_GOAL as ONE } from '@klieg/contract/features/room-games/goal-limits';
import type { Payload, Room } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { nextClosing } from './closing-queue.ts';
import { type GoalPart, reduceGoal, startGoal } from './goal-state.ts';
import { percentOf, readGoal } from './read-goal.ts';

type App = Room['apps'][number];
type Told = Payload<'v3.app.goal'>;

const app = (changes: Partial<App> = {}): App => ({
  type: ONE,
  name: 'tip_goal',
  config: { label: 'One song', target: 100, subject_done: null },
  state: { status: 'running', raised: 40, target: 100, last_username: 'ines', reached_at: null },
  version: 1,
  ...changes,
});
const autoApp = app({
  type: AUTO,
  name: 'tip_goal_auto',
  config: { goals: [{ label: 'Song', target: 100 }, { label: 'Dance', target: 200 }], repeat: true }, // prettier-ignore
  state: { status: 'running', raised: 20, target: 200, last_username: null, index: 1, round: 4 },
});
const told = (changes: Partial<Told>): Told => ({
  seq: 2,
  app_id: ONE,
  status: 'running',
  title: 'One song',
  target: 100,
  current: 60,
  round: 1,
  feed_seq: 7,
  ...changes,
});
const hear = (part: GoalPart, changes: Partial<Told>): GoalPart =>
  reduceGoal(part, { name: 'v3.app.goal', payload: told(changes) });
const snapshot = (part: GoalPart, payload: Partial<Payload<'v3.room.snapshot'>>): GoalPart =>
  reduceGoal(part, {
    name: 'v3.room.snapshot',
    payload: { seq: 9, epoch: 'e1', chat: {}, mode: 'public', user_count: 1, ...payload },
  });

const none = startGoal(roomFixture());
const running = startGoal(roomFixture({ apps: [app()] }));
const several = startGoal(roomFixture({ apps: [autoApp] }));

const shown = ({ goal }: GoalPart) => readGoal(goal);
const titles = ({ closings }: GoalPart) => closings.map((told) => told['title']);

describe('the first answer', () => {
  test('gives the goal that is installed, and none without one', () => {
    expect(shown(none)).toBeUndefined();
    expect(shown(running)).toEqual({
      appId: ONE,
      status: 'running',
      title: 'One song',
      target: 100,
      current: 40,
      round: 1,
      step: 1,
      steps: 1,
      lastUsername: 'ines',
    });
  });

  test('gives the step that several goals are at', () => {
    expect(shown(several)).toMatchObject({ title: 'Dance', target: 200, current: 20, step: 2, steps: 2, round: 4 }); // prettier-ignore
  });

  test('skips apps that are no goals', () => {
    const other = app({ type: 77, name: 'other', state: {} });
    expect(shown(startGoal(roomFixture({ apps: [other] })))).toBeUndefined();
    expect(startGoal(roomFixture({ apps: [other, app()] })).app?.type).toBe(ONE);
  });
});

describe('what the room tells', () => {
  test('is shown as it is told', () => {
    const next = hear(running, { current: 60, last_username: 'kai' });
    expect(shown(next)).toMatchObject({ current: 60, lastUsername: 'kai' });
    expect(shown(hear(none, { step: 2, steps: 3 }))).toMatchObject({ step: 2, steps: 3 });
  });

  test('is dropped when it is older by the room or by the feed', () => {
    const now = hear(running, { seq: 5, feed_seq: 9, current: 80 });
    expect(hear(now, { seq: 4, feed_seq: 10, current: 1 })).toBe(now);
    expect(hear(now, { seq: 6, feed_seq: 8, current: 1 }).goal).toBe(now.goal);
    expect(shown(hear(now, { seq: 6, feed_seq: 9, current: 70 }))?.current).toBe(70);
  });

  test('of an installed, changed or removed app takes the place of the goal', () => {
    const change = (seq: number, one?: App) =>
      reduceGoal(running, {
        name: 'v3.chat.app_changed_relayed',
        payload: { seq, app_id: one?.type ?? 0, module_ids: [], ...(one && { app: { ...one } }) },
      });
    expect(change(2)).toMatchObject({ app: null, goal: null });
    expect(change(2, autoApp).app?.type).toBe(AUTO);
    expect(shown(change(2, autoApp))).toMatchObject({ title: 'Dance', step: 2 });
    expect(change(0)).toBe(running);
  });

  test('pauses, goes on and ends', () => {
    expect(shown(hear(running, { status: 'paused' }))?.status).toBe('paused');
    expect(shown(hear(running, { status: 'ended' }))?.status).toBe('ended');
  });
});

describe('a snapshot', () => {
  test('repairs: a goal that it does not name is none', () => {
    expect(snapshot(running, {})).toMatchObject({ app: null, goal: null });
    const goal = { ...told({ current: 75, feed_seq: 8 }) };
    expect(snapshot(none, { goal, apps: [{ ...app() }] })).toMatchObject({
      app: { version: 1 },
      goal: { current: 75 },
      epoch: 'e1',
      seq: 9,
    });
  });

  test('that is older changes nothing, of another epoch everything', () => {
    const now = hear(running, { seq: 12, feed_seq: 9, current: 80 });
    expect(snapshot(now, { seq: 11 })).toBe(now);
    const moved = snapshot(now, { epoch: 'e2', seq: 1, goal: { ...told({ feed_seq: 9, current: 85 }) } });
    expect(shown(moved)?.current).toBe(85);
    expect(shown(hear(moved, { seq: 2, feed_seq: 10, current: 95 }))?.current).toBe(95);
  });
});

describe('a goal that is reached', () => {
  const reached = { status: 'reached', current: 100, last_username: 'elena_k' } as const;

  test('is announced once, however often it is told (S1211)', () => {
    let part = hear(running, { seq: 2, ...reached });
    expect(nextClosing(part.closings)).toEqual({
      id: '2 1 1',
      title: 'One song',
      target: 100,
      username: 'elena_k',
      count: 1,
    });
    part = hear(part, { seq: 3, ...reached, current: 110 });
    part = hear(part, { seq: 4, ...reached, current: 130, feed_seq: 8 });
    expect(part.closings).toHaveLength(1);
    expect(shown(part)?.current).toBe(130);
  });

  test('is not announced to who comes later, nor when a pause of it ends', () => {
    const late = startGoal(
      roomFixture({ apps: [app({ state: { status: 'reached', raised: 110, target: 100 } })] }),
    );
    const paused = hear(late, { seq: 2, status: 'paused', current: 110 });
    expect(hear(paused, { seq: 3, ...reached, current: 110 }).closings).toEqual([]);
  });

  test('is announced again after it was started over', () => {
    const over = hear(hear(running, { seq: 2, ...reached }), { seq: 3, current: 0 });
    const free = reduceGoal(over, { name: 'page.goal-over', payload: {} });
    expect(hear(free, { seq: 4, ...reached, feed_seq: 8 }).closings).toHaveLength(1);
  });

  test('by a tip that closes several announces each, and shows what is over (S1212)', () => {
    const auto = { app_id: AUTO, feed_seq: 8, status: 'reached' } as const;
    let part = hear(several, { seq: 2, ...auto, round: 4, title: 'Dance', target: 200, current: 200 });
    part = hear(part, { seq: 3, ...auto, round: 5, title: 'Song', current: 100 });
    part = hear(part, { seq: 4, ...auto, status: 'running', round: 6, title: 'Dance', target: 200, current: 30 }); // prettier-ignore
    expect(titles(part)).toEqual(['Dance', 'Song']);
    expect(shown(part)).toMatchObject({ status: 'running', current: 30, round: 6 });
    // A process that takes over tells them once more.
    const again = hear(part, { seq: 5, ...auto, round: 4, title: 'Dance', target: 200, current: 200 });
    expect(again.closings).toHaveLength(2);
    expect(again.goal).toBe(part.goal);
  });

  test('leaves the lower third, and many that wait are shown in one', () => {
    let part = several;
    for (let seq = 2; seq <= 7; seq++)
      part = hear(part, { app_id: AUTO, status: 'reached', seq, round: seq + 2, current: 100, feed_seq: 8 });
    expect(nextClosing(part.closings)).toMatchObject({ count: 6 });
    part = reduceGoal(part, { name: 'page.goal-over', payload: {} });
    expect(nextClosing(part.closings)).toMatchObject({ count: 1, id: '3 2 5' });
    expect(nextClosing([])).toBeUndefined();
  });
});

test('100 percent is only what is whole', () => {
  const goal = { ...shown(running)! };
  expect(percentOf({ ...goal, current: 999, target: 1_000 })).toBe(99);
  expect(percentOf({ ...goal, current: 1_300, target: 1_000 })).toBe(100);
});
