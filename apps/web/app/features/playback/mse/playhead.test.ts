import { expect, test } from 'vitest';
import { emptyPlayhead, type PlayheadLook, stepPlayhead } from './playhead.ts';

const look = (changes: Partial<PlayheadLook> = {}): PlayheadLook => ({
  range: { start: 0, end: 10 },
  position: 9.85,
  target: 0.15,
  isPaused: false,
  isSeeking: false,
  waitingMs: 0,
  nowMs: 10_000,
  ...changes,
});
const running = { kind: 'running', unstuckAtMs: -Infinity } as const;

test('the first look that has something starts at the distance to keep, also where the video is paused', () => {
  expect(stepPlayhead(emptyPlayhead(), look({ range: undefined }))).toEqual([emptyPlayhead(), []]);
  expect(stepPlayhead(emptyPlayhead(), look({ isPaused: true }))).toEqual([
    running,
    [{ do: 'start', at: 9.85 }],
  ]);
});

test('a start never lies before what is buffered', () =>
  expect(stepPlayhead(emptyPlayhead(), look({ range: { start: 9.95, end: 10 } }))[1]).toEqual([
    { do: 'start', at: 9.95 },
  ]));

test('a video that was paused is left where it is', () =>
  expect(stepPlayhead(running, look({ position: 2, isPaused: true }))).toEqual([running, []]));

test('behind it plays faster, far behind it jumps', () => {
  expect(stepPlayhead(running, look({ position: 9.5 }))[1]).toEqual([{ do: 'rate', rate: 1.1 }]);
  expect(stepPlayhead(running, look({ position: 5 }))[1]).toEqual([{ do: 'jump', to: 9.85 }]);
});

test('a video that is stuck is put where it stands, or nearer, at most twice a second', () => {
  const stuck = look({ position: 9.6, waitingMs: 300 });
  const [next, moves] = stepPlayhead(running, stuck);
  expect(moves).toEqual([
    { do: 'jump', to: 9.85 + 0.001 },
    { do: 'rate', rate: 1 },
  ]);
  expect(stepPlayhead(next, { ...stuck, nowMs: 10_499 })[1]).toEqual([{ do: 'rate', rate: 1.1 }]);
  expect(stepPlayhead(next, { ...stuck, nowMs: 10_500 })[1]).toHaveLength(2);
});

test('a video that seeks, or waits with too little ahead, is not helped', () => {
  expect(stepPlayhead(running, look({ position: 9.6, waitingMs: 300, isSeeking: true }))[1]).toHaveLength(1);
  expect(stepPlayhead(running, look({ position: 9.9, waitingMs: 300 }))[1]).toHaveLength(1);
});

test('a new buffer starts anew and keeps when the video was helped last', () =>
  expect(stepPlayhead(emptyPlayhead(9_800), look())[0]).toEqual({ kind: 'running', unstuckAtMs: 9_800 }));
