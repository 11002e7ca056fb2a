import { uuidv7 } from '@klieg/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addTip,
  beginGoal,
  countsForGoal,
  endGoal,
  type GoalPlan,
  type GoalState,
  pauseGoal,
  percentOf,
  isForgotten,
  resumeAfterShow,
  resumeGoal,
  skipTip,
  takeBack,
} from './goal-rules.ts';

const one: GoalPlan = { steps: [{ label: 'One song', target: 100 }], isAuto: false, repeats: false };
const two: GoalPlan = {
  steps: [
    { label: 'First', target: 100 },
    { label: 'Second', target: 50 },
  ],
  isAuto: true,
  repeats: true,
};
const tip = (number: number, tokens: number, username: string | null = 'anna') => ({
  id: uuidv7(),
  number,
  tokens,
  username,
  at: number * 1_000,
});
const fold = (plan: GoalPlan, ...tips: readonly [number: number, tokens: number][]): GoalState =>
  tips.reduce((state, [number, tokens]) => addTip(state, plan, tip(number, tokens)), beginGoal(0));

describe('a tip goal', () => {
  test('adds every tip, is reached once, and counts later tips on top (GAMES-017) (S1210) (S1211)', () => {
    expect(fold(one, [1, 40], [2, 59])).toMatchObject({ status: 'running', raised: 99, closings: [] });
    const reached = fold(one, [1, 40], [2, 59], [3, 30], [4, 5]);
    expect(reached).toMatchObject({ status: 'reached', raised: 134, round: 1, reachedAt: 3_000 });
    expect(reached.closings).toEqual([
      {
        round: 1,
        step: 0,
        label: 'One song',
        target: 100,
        username: 'anna',
        tokens: 30,
        number: 3,
        at: 3_000,
      },
    ]);
    expect(percentOf(reached, one)).toBe(100);
  });

  test('that resets itself begins the next with what was over; a big tip closes several (GAMES-018) (S1212)', () => {
    const state = fold(two, [1, 90], [2, 175]);
    // 265 = 100 + 50 + 100 + 15 of the second.
    expect(state).toMatchObject({ status: 'running', round: 4, step: 1, raised: 15 });
    expect(state.closings.map(({ round, label }) => [round, label])).toEqual([
      [1, 'First'],
      [2, 'Second'],
      [3, 'First'],
    ]);
    const last = fold({ ...two, repeats: false }, [1, 400]);
    expect(last).toMatchObject({ status: 'reached', step: 1, round: 2, raised: 300 });
  });

  test('loses what was refunded in a running round alone, and of a tip that closed one its rest (S14)', () => {
    const running = fold(two, [1, 30], [2, 20]);
    expect(takeBack(running, { number: 2, tokens: 20 }).raised).toBe(30);
    const next = fold(two, [1, 60], [2, 60], [3, 5]);
    expect(next).toMatchObject({ round: 2, raised: 25 });
    expect(takeBack(next, { number: 1, tokens: 60 }).raised).toBe(25);
    expect(takeBack(next, { number: 2, tokens: 60 })).toMatchObject({ raised: 5, round: 2 });
    expect(takeBack(takeBack(next, { number: 2, tokens: 15 }), { number: 2, tokens: 45 }).raised).toBe(5);
    const reached = fold(one, [1, 100]);
    expect(takeBack(reached, { number: 1, tokens: 100 })).toBe(reached);
  });

  test('gives back during a pause what was counted before it, and nothing of what came in the pause (S14)', () => {
    const paused = addTip(pauseGoal(fold(one, [1, 40], [2, 30]), 9, 'offline'), one, tip(3, 10));
    const back = takeBack(paused, { number: 2, tokens: 30 });
    expect(back).toMatchObject({ status: 'paused', raised: 40 });
    expect(takeBack(back, { number: 3, tokens: 10 })).toMatchObject({ raised: 40 });
    expect(resumeGoal(back)).toMatchObject({ status: 'running', raised: 40 });
    const inShow = pauseGoal(fold(one, [1, 40]), 9, 'show');
    expect(takeBack(inShow, { number: 1, tokens: 40 })).toMatchObject({ raised: 0 });
    const reached = pauseGoal(fold(one, [1, 100]), 9, 'offline');
    expect(takeBack(reached, { number: 1, tokens: 100 })).toBe(reached);
  });

  test('counts nothing while it is paused or has ended, and goes on as it was (S1202)', () => {
    const paused = pauseGoal(fold(one, [1, 40]), 9, 'offline');
    expect(addTip(paused, one, tip(2, 60))).toEqual({ ...paused, skipped: [2] });
    expect(resumeGoal(paused)).toMatchObject({ status: 'running', raised: 40, pausedAt: null });
    expect(resumeGoal(pauseGoal(fold(one, [1, 100]), 9, 'offline'))).toMatchObject({ status: 'reached' });
    const ended = endGoal(paused);
    expect(addTip(ended, one, tip(2, 60))).toBe(ended);
    expect(resumeGoal(ended)).toBe(ended);
    expect(pauseGoal(ended, 9, 'offline')).toBe(ended);
  });

  test('a show pauses it without an end, and the end of the broadcast in it begins the hour (S1202)', () => {
    const inShow = pauseGoal(fold(one, [1, 40]), 9, 'show');
    expect(isForgotten(inShow, 1_000_000)).toBe(false);
    expect(resumeAfterShow(inShow)).toMatchObject({ status: 'running', raised: 40 });
    expect(resumeAfterShow(fold(one, [1, 40]))).toEqual(fold(one, [1, 40]));
    const away = pauseGoal(inShow, 500, 'offline');
    expect([isForgotten(away, 500), isForgotten(away, 501)]).toEqual([false, true]);
    // The end of the show is told late: the broadcast is away all the same.
    expect(resumeAfterShow(away)).toBe(away);
    expect(resumeGoal(away)).toEqual(fold(one, [1, 40]));
  });

  test('nothing is taken back of a tip that did not count (S14)', () => {
    const paused = addTip(pauseGoal(fold(one, [1, 40]), 9, 'show'), one, tip(2, 30));
    const going = skipTip(resumeAfterShow(paused), 3);
    for (const number of [2, 3]) expect(takeBack(going, { number, tokens: 30 })).toBe(going);
    expect(takeBack(going, { number: 1, tokens: 30 })).toMatchObject({ raised: 10 });
  });

  test('counts tips, menus, apps and splits, never shows (S1214)', () => {
    for (const type of ['tip', 'tip_menu', 'app', 'split']) expect(countsForGoal(type)).toBe(true);
    for (const type of ['private', 'spy', 'spy_startup', 'limited']) expect(countsForGoal(type)).toBe(false);
  });

  test('has as many tokens as were tipped, less its closed rounds, whatever comes (S1210)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 60 }), (amounts) => {
        let closed = 0;
        let state = beginGoal(0);
        amounts.forEach((tokens, index) => {
          const before = state.round;
          const next = addTip(state, two, tip(index + 1, tokens));
          for (let round = before; round < next.round; round++)
            closed += two.steps[(round - 1) % two.steps.length]!.target;
          state = next;
        });
        expect(state.raised).toBe(amounts.reduce((sum, tokens) => sum + tokens, 0) - closed);
      }),
    );
  });
});
