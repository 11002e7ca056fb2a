import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import type { GoalOverlay, OverlayGoal } from '@klieg/contract/features/room-games/goal-overlay';
import { expect, test } from 'vitest';
import { nextClosing } from './closing-queue.ts';
import { NOTHING_TOLD, type OverlayState, reduceOverlay } from './overlay-state.ts';

const goal = (changes: Partial<OverlayGoal> = {}): OverlayGoal => ({
  app_id: TIP_GOAL,
  status: 'running',
  title: 'One song',
  target: 100,
  current: 60,
  round: 1,
  feed_seq: 7,
  ...changes,
});
const reached = (changes: Partial<OverlayGoal> = {}) => goal({ status: 'reached', current: 100, ...changes });
const hear = (state: OverlayState, changes: Partial<GoalOverlay>): OverlayState =>
  reduceOverlay(state, { kind: 'answered', answer: { version: 'v', goal: null, reached: [], ...changes } });
const titles = ({ closings }: OverlayState) => closings.map((told) => told['title']);

test('the goal is the one that was told last, also when it is none', () => {
  const running = hear(NOTHING_TOLD, { goal: goal() });
  expect(running.goal).toMatchObject({ title: 'One song', current: 60 });
  expect(hear(running, {}).goal).toBeNull();
});

test('what was reached before the page was opened is not celebrated', () => {
  const opened = hear(NOTHING_TOLD, { goal: reached(), reached: [reached({ feed_seq: 6 })] });
  expect(opened.closings).toEqual([]);
  expect(hear(opened, { goal: reached(), reached: [reached({ feed_seq: 6 })] }).closings).toEqual([]);
});

test('each goal that is reached later is celebrated once, however often it is told', () => {
  const opened = hear(NOTHING_TOLD, { goal: goal() });
  const done = { goal: reached(), reached: [reached({ feed_seq: 9 })] };
  const once = hear(opened, done);
  expect(titles(once)).toEqual(['One song']);
  expect(titles(hear(once, done))).toEqual(['One song']);
});

test('all that one tip has reached are celebrated, one after the other', () => {
  const opened = hear(NOTHING_TOLD, { reached: [reached({ feed_seq: 3, title: 'Old' })] });
  const both = [
    reached({ feed_seq: 3, title: 'Old' }),
    reached({ feed_seq: 9, title: 'First', round: 2 }),
    reached({ feed_seq: 9, title: 'Second', round: 3 }),
  ];
  const now = hear(opened, { goal: goal({ title: 'First', round: 4 }), reached: both });
  expect(titles(now)).toEqual(['First', 'Second']);
  const ids = new Set([nextClosing(now.closings)!.id]);
  const next = reduceOverlay(now, { kind: 'shown', count: 1 });
  expect(titles(next)).toEqual(['Second']);
  expect(ids.has(nextClosing(next.closings)!.id)).toBe(false);
});

test('the same goal that is reached anew after it was started over is celebrated anew', () => {
  const first = hear(hear(NOTHING_TOLD, {}), { reached: [reached({ feed_seq: 5 })] });
  const over = hear(reduceOverlay(first, { kind: 'shown', count: 1 }), { goal: goal({ current: 0 }) });
  const again = hear(over, { reached: [reached({ feed_seq: 8 })] });
  expect(titles(again)).toEqual(['One song']);
  expect(nextClosing(again.closings)!.id).not.toBe(nextClosing(first.closings)!.id);
});

test('a key that has ended is known as ended', () => {
  expect(reduceOverlay(hear(NOTHING_TOLD, { goal: goal() }), { kind: 'revoked' }).isRevoked).toBe(true);
});
