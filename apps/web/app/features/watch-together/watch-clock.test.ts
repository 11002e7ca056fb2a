import { describe, expect, test } from 'vitest';
import { noteDelay } from './note-delay.ts';
import { DRIFT_MS, expectedMs, LEAD_MAX_MS, syncStep, type VideoSight } from './watch-clock.ts';

const told = { playing: true, position_ms: 10_000, at: 1_000_000 };
const video: VideoSight = {
  positionMs: 10_000,
  durationMs: 60_000,
  isPaused: false,
  isSeeking: false,
  readyState: 4,
};

describe('where a video stands', () => {
  test('follows from the stamp of the server, whatever the clock of the page says', () => {
    for (const wrongBy of [-9e8, 0, 5_000]) {
      const delay = noteDelay(null, told, told.at + wrongBy + 30);
      expect(expectedMs(told, delay, told.at + wrongBy + 30)).toBe(10_000);
      expect(expectedMs(told, delay, told.at + wrongBy + 2_030)).toBe(12_000);
    }
  });

  test('counts the way of a message that was held up, once a faster one has come', () => {
    const slow = { ...told, at: told.at + 5_000, position_ms: 15_000 };
    const delay = noteDelay(noteDelay(null, told, told.at + 40), slow, slow.at + 900);
    expect(delay).toBe(40);
    expect(expectedMs(slow, delay, slow.at + 900)).toBe(15_860);
    const still = { ...slow, playing: false };
    expect(noteDelay(delay, still, still.at + 1)).toBe(40);
    expect(expectedMs(still, delay, still.at + 9_000)).toBe(15_000);
    expect(expectedMs({ at: 5 }, null, 9)).toBe(0);
  });
});

describe('a page', () => {
  test('jumps when it is off by more than 500 ms, and not before', () => {
    expect(syncStep(told, 10_000 + DRIFT_MS, video, 0)).toEqual({});
    expect(syncStep(told, 10_000 - DRIFT_MS, video, 0)).toEqual({});
    expect(syncStep(told, 10_501, video, 0)).toEqual({ seekMs: 10_501 });
    expect(syncStep(told, 9_499, video, 0)).toEqual({ seekMs: 9_499 });
  });

  test('aims ahead by what its last jump needed, within bounds, and waits for one that goes on', () => {
    expect(syncStep(told, 20_000, video, 700)).toEqual({ seekMs: 20_700 });
    expect(syncStep(told, 20_000, video, 90_000)).toEqual({ seekMs: 20_000 + LEAD_MAX_MS });
    expect(syncStep(told, 59_900, video, 700)).toEqual({ seekMs: 60_000 });
    expect(syncStep(told, 20_000, { ...video, isSeeking: true }, 0)).toEqual({});
    expect(syncStep(told, 20_000, { ...video, readyState: 2 }, 0)).toEqual({});
  });

  test('plays and stops with the other side, and stands at the same picture', () => {
    expect(syncStep(told, 10_000, { ...video, isPaused: true }, 0)).toEqual({ press: 'play' });
    const still = { ...told, playing: false };
    expect(syncStep(still, 10_200, video, 700)).toEqual({ press: 'pause', seekMs: 10_200 });
    expect(syncStep(still, 10_000, { ...video, isPaused: true }, 0)).toEqual({});
  });

  test('stands at its last picture until the server ends it', () => {
    expect(syncStep(told, 60_000, { ...video, positionMs: 60_000, isPaused: true }, 0)).toEqual({});
  });
});
