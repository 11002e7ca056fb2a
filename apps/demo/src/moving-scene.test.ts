import { expect, test } from 'vitest';
import { ambientSound, SOUND_HZ } from './ambient-sound.ts';
import { makeMovingScene, type Picture, SCENE_HEIGHT, SCENE_MARGIN, SCENE_WIDTH } from './moving-scene.ts';

function still(): Picture {
  const width = SCENE_WIDTH + SCENE_MARGIN * 2;
  const height = SCENE_HEIGHT + SCENE_MARGIN * 2;
  const y = Uint8Array.from(
    { length: width * height },
    (_, i) => 40 + (((i % width) + Math.floor(i / width)) % 120),
  );
  const u = new Uint8Array((width * height) / 4).fill(120);
  return { width, height, y, u, v: u.slice() };
}

const draw = (seed: number, phase: number): Uint8Array => {
  const out = new Uint8Array((SCENE_WIDTH * SCENE_HEIGHT * 3) / 2);
  makeMovingScene(still(), seed).draw(phase, out);
  return out;
};

test('the end of the loop is its beginning', () => {
  expect(Buffer.from(draw(3, 1)).equals(Buffer.from(draw(3, 0)))).toBe(true);
});

test('it moves, and every seed moves in its own way', () => {
  const start = Buffer.from(draw(3, 0));
  expect(start.equals(Buffer.from(draw(3, 0.3)))).toBe(false);
  expect(start.equals(Buffer.from(draw(4, 0)))).toBe(false);
  expect(start.equals(Buffer.from(draw(3, 0)))).toBe(true);
});

test('the light stays within the range of video', () => {
  const luma = draw(5, 0.25).subarray(0, SCENE_WIDTH * SCENE_HEIGHT);
  expect(luma.every((value) => value >= 16 && value <= 235)).toBe(true);
});

test('the sound is quiet, and its end meets its beginning', () => {
  const samples = ambientSound(2, 7);
  expect(samples).toHaveLength(2 * 2 * SOUND_HZ);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(0.001);
  expect(loudest).toBeLessThan(0.15);
  const step = (at: number): number => Math.abs(samples[at]! - samples[(at + 2) % samples.length]!);
  expect(step(samples.length - 2)).toBeLessThan(0.005);
});
