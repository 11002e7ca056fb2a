import { expect, test } from 'vitest';
import { factsBetween, type PlaybackSample } from './playback-facts.ts';

const sample = (changes: Partial<PlaybackSample>): PlaybackSample => ({
  atMs: 0,
  codecs: 'avc1.42C01E,opus',
  bytesReceived: 0,
  frames: 0,
  framesDropped: 2,
  bufferedSeconds: 0.25,
  ...changes,
});

test('figures are those of the time between two samples', () => {
  const now = sample({ atMs: 2_000, bytesReceived: 300_000, frames: 60 });
  expect(factsBetween(sample({}), now)).toEqual({
    codecs: 'avc1.42C01E,opus',
    kbps: 1_200,
    fps: 30,
    framesDropped: 2,
    bufferedSeconds: 0.25,
  });
});

test('without a sample before, or after counters that began anew, nothing is made up', () => {
  expect(factsBetween(undefined, sample({ bytesReceived: 9 }))).toMatchObject({ kbps: 0, fps: 0 });
  const before = sample({ bytesReceived: 900_000, frames: 90 });
  expect(factsBetween(before, sample({ atMs: 1_000 }))).toMatchObject({ kbps: 0, fps: 0 });
});
