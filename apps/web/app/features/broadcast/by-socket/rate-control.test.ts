import { expect, test } from 'vitest';
import { makeRateControl } from './rate-control.ts';

const SOUND = 64;
const STEP_MS = 200;

/** Plays a line of so many kbit/s against an encoder that keeps to its plan. @returns the longest queue in ms, and the end */
function play(linesKbps: readonly number[], maxKbps = 2_500) {
  const control = makeRateControl(maxKbps, SOUND, 0);
  let queued = 0;
  let longestMs = 0;
  linesKbps.forEach((line, i) => {
    const sent = control.plan.isHeld ? SOUND : control.plan.kbps + SOUND;
    queued = Math.max(0, queued + ((sent - line) * STEP_MS) / 8);
    longestMs = Math.max(longestMs, (queued * 8) / line);
    control.look(queued, i * STEP_MS);
  });
  return { plan: control.plan, longestMs };
}

const steady = (kbps: number, seconds: number): number[] =>
  Array<number>((seconds * 1_000) / STEP_MS).fill(kbps);

test('a line that is wide enough carries the highest rate in full size', () => {
  expect(play(steady(6_000, 60)).plan).toEqual({ kbps: 2_500, scale: 1, isHeld: false });
});

test.each([1_500, 700, 400])('a line of %i kbit/s is filled and no more', (line) => {
  const { plan } = play(steady(line, 60));
  expect(plan.kbps + SOUND).toBeGreaterThan(line * 0.4);
  expect(plan.kbps + SOUND).toBeLessThan(line * 1.4);
});

test('a line that becomes narrow makes a short queue, a smaller picture, and both go away with it', () => {
  const narrow = play([...steady(6_000, 5), ...steady(500, 30)]);
  expect(narrow.plan.scale).toBeLessThan(1);
  const again = play([...steady(6_000, 5), ...steady(500, 30), ...steady(6_000, 90)]);
  expect(again.plan).toEqual({ kbps: 2_500, scale: 1, isHeld: false });
});

test('nothing more is encoded while about a second waits, and it goes on when the queue is short', () => {
  const control = makeRateControl(1_000, 0, 0);
  const bytesOf = (ms: number) => (control.plan.kbps * ms) / 8;
  expect(control.look(bytesOf(900), 0)).toBe(true);
  expect(control.plan.isHeld).toBe(true);
  control.look(bytesOf(500), 200);
  expect(control.plan.isHeld).toBe(true);
  control.look(bytesOf(100), 400);
  expect(control.plan.isHeld).toBe(false);
});

test('a dead line leaves the least that is worth sending', () => {
  const control = makeRateControl(2_500, SOUND, 0);
  for (let i = 0; i < 100; i++) control.look(1e9, i * 1_000);
  expect(control.plan).toEqual({ kbps: 150, scale: 0.5, isHeld: true });
});

test('a camera that may send little keeps to that', () => {
  const control = makeRateControl(100, 0, 0);
  control.look(1e9, 0);
  expect(control.plan.kbps).toBe(100);
});
