import { describe, expect, test } from 'vitest';
import { afterClose, catchUp, parseDescription, retryDelayMs } from './mse-player.ts';

describe('catching up with the newest picture', () => {
  test('near the target it plays at its own pace', () => {
    expect(catchUp(9.85, 0, 10, 0.15)).toEqual({ kind: 'rate', rate: 1 });
    expect(catchUp(9.95, 0, 10, 0.15)).toEqual({ kind: 'rate', rate: 1 });
  });

  test('a little behind it plays a little faster, further behind faster', () => {
    expect(catchUp(9.75, 0, 10, 0.15)).toEqual({ kind: 'rate', rate: 1.03 });
    expect(catchUp(9.5, 0, 10, 0.15)).toEqual({ kind: 'rate', rate: 1.1 });
  });

  test('far behind it jumps to the target', () => {
    expect(catchUp(5, 0, 10, 0.25)).toEqual({ kind: 'jump', to: 9.75 });
  });

  test('outside of what is buffered it jumps into it, and never before its start', () => {
    expect(catchUp(3, 9.9, 10, 0.25)).toEqual({ kind: 'jump', to: 9.9 });
    expect(catchUp(80, 0, 10, 0.25)).toEqual({ kind: 'jump', to: 9.75 });
  });
});

describe('the description of a stream', () => {
  test('is read (LIVE-VIDEO-033)', () => {
    const text = '{"codecs":"avc1.42C016,opus","width":640,"height":360,"rendition":"source"}';
    expect(parseDescription(text)).toEqual({ codecs: 'avc1.42C016,opus', width: 640, height: 360 });
  });

  test.each([
    'nonsense',
    'null',
    '{}',
    '{"codecs":7,"width":1,"height":1}',
    '{"codecs":"avc1\\"; x=\\"","width":1,"height":1}',
    '{"codecs":"avc1","width":"640","height":1}',
  ])('is refused when it is %s', (text) => {
    expect(parseDescription(text)).toBeUndefined();
  });
});

test('attempts come ever later, up to five seconds, and never all at once', () => {
  expect([0, 1, 2, 3].map((attempt) => retryDelayMs(attempt, 0))).toEqual([250, 500, 1_000, 2_000]);
  expect(retryDelayMs(50, 0)).toBe(5_000);
  expect(retryDelayMs(50, 1)).toBe(2_500);
});

test.each([
  [4401, 'retry_token'],
  [4404, 'retry_gone'],
  [4409, 'refuse'],
  [1008, 'refuse'],
  [4429, 'retry'],
  [1001, 'retry'],
  [1006, 'retry'],
] as const)('after close %i the player does %s (LIVE-VIDEO-033)', (code, next) => {
  expect(afterClose(code)).toBe(next);
});
