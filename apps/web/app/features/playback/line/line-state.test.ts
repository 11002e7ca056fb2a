import { expect, test } from 'vitest';
import { lineBars } from './line-state.ts';
import type { PlayerState } from '../player/player-state.ts';

const renditions = ['source', '360p', 'audio'].map((id) => ({ id, heightLines: undefined }));
const playing = (rendition: string, latencySeconds: number): PlayerState => ({
  kind: 'playing',
  latencySeconds,
  width: 640,
  height: 480,
  rendition,
});

test('the best picture near live has all bars; a delay and a smaller picture cost one each', () => {
  expect(lineBars(playing('source', 0.2), 'auto', renditions)).toBe(4);
  expect(lineBars(playing('360p', 0.2), 'auto', renditions)).toBe(3);
  expect(lineBars(playing('source', 3), 'auto', renditions)).toBe(3);
  expect(lineBars(playing('360p', 7), 'auto', renditions)).toBe(1);
});

test('a smaller picture that somebody chose says nothing about the line', () => {
  expect(lineBars(playing('360p', 0.2), '360p', renditions)).toBe(4);
});

test('a stall leaves one bar, and without a picture there is none', () => {
  expect(lineBars({ ...playing('source', 0), kind: 'stalled' } as PlayerState, 'auto', renditions)).toBe(1);
  expect(lineBars({ kind: 'reconnecting', attempt: 3 }, 'auto', renditions)).toBe(0);
});
