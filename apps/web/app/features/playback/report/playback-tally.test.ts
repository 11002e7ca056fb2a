import { expect, test } from 'vitest';
import type { PlayerState } from '../player/player-state.ts';
import { makePlaybackTally } from './playback-tally.ts';

const picture = { latencySeconds: 0.8, width: 1280, height: 720, rendition: 'source' };
const playing: PlayerState = { kind: 'playing', ...picture };
const stalled: PlayerState = { kind: 'stalled', ...picture };
const gone: PlayerState = { kind: 'reconnecting', attempt: 1 };

test('tells once how soon the picture came, and then what happened since', () => {
  const tally = makePlaybackTally(430.4, 10_000);
  for (const state of [playing, playing, stalled, stalled, playing, gone, playing])
    tally.onLook(state, 1_000);
  expect(tally.take()).toEqual({
    is_first: true,
    start_ms: 430,
    watched_ms: 4_000,
    stalls: 2,
    stalled_ms: 3_000,
    latency_ms: 800,
  });
  expect(tally.take()).toBeUndefined();
  tally.onLook(playing, 1_000);
  expect(tally.take()).toMatchObject({ is_first: false, start_ms: null, watched_ms: 1_000, stalls: 0 });
});

test('a picture that comes late has waited from the wish on; one that never comes is told as that', () => {
  const late = makePlaybackTally(undefined, 10_000);
  late.onLook({ kind: 'loading' }, 1_000);
  late.onLook(playing, 1_000);
  expect(late.take()).toMatchObject({ start_ms: 12_000, watched_ms: 1_000 });
  const never = makePlaybackTally(undefined, 10_000);
  never.onLook(gone, 1_000);
  expect(never.take()).toEqual({
    is_first: true,
    start_ms: null,
    watched_ms: 0,
    stalls: 0,
    stalled_ms: 0,
    latency_ms: null,
  });
});

test('a page that slept says nothing of the line', () => {
  const tally = makePlaybackTally(300, 10_000);
  tally.onLook(playing, 1_000);
  tally.onLook(stalled, 60_000);
  expect(tally.take()).toMatchObject({ watched_ms: 1_000, stalls: 0, stalled_ms: 0 });
});
