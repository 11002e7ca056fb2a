import { describe, expect, test } from 'vitest';
import { catchUp, isStuck, makeLiveTarget, rateOfParts } from './live-target.ts';

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

test('a video that waits with enough ahead of it is stuck; one that waits for data is not', () => {
  expect(isStuck(300, 0.3)).toBe(true);
  expect(isStuck(300, 0.1)).toBe(false);
  expect(isStuck(200, 0.8)).toBe(false);
});

describe('the distance to keep', () => {
  test('grows with each stall up to its limit, but not by the stumbles of a start', () => {
    const target = makeLiveTarget(0);
    target.onStart(0);
    target.onStall(1_000);
    expect(target.seconds).toBeCloseTo(0.15);
    target.onStall(4_000);
    expect(target.seconds).toBeCloseTo(0.23);
    for (let stall = 0; stall < 100; stall += 1) target.onStall(5_000);
    expect(target.seconds).toBe(1.2);
  });

  test('shrinks in calm, slower than it grew, and not below what the sound needs', () => {
    const target = makeLiveTarget(0);
    target.onStart(0);
    target.onStall(4_000);
    for (let second = 5; second <= 9; second += 1) target.settle(true, second * 1_000);
    expect(target.seconds).toBeCloseTo(0.23);
    for (let second = 10; second <= 12; second += 1) target.settle(true, second * 1_000);
    expect(target.seconds).toBeCloseTo(0.17);
    for (let second = 13; second <= 60; second += 1) target.settle(true, second * 1_000);
    expect(target.seconds).toBe(0.15);
    target.settle(false, 61_000);
    expect(target.seconds).toBe(0.2);
  });
});

test('what comes in parts is played faster while it is behind and enough lies ahead', () => {
  expect(rateOfParts(0.5, 0.6, 1)).toBe(1.1);
  expect(rateOfParts(0.5, 0.3, 1)).toBe(1.03);
  expect(rateOfParts(0.15, 0.3, 1)).toBe(1.03);
  expect(rateOfParts(0.5, 0.1, 1)).toBe(1);
  expect(rateOfParts(0.05, 2, 1)).toBe(1);
  expect(rateOfParts(-1, 2, 1)).toBe(1);
  expect(rateOfParts(0.05, 2, 1.03)).toBe(1.03);
  expect(rateOfParts(0.01, 2, 1.03)).toBe(1);
});
