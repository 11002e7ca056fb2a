import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { OPUS } from '../packaging/audio-format.ts';
import { lightShare } from './light.ts';
import { loudness, LOUDNESS_HZ, SILENCE_LUFS } from './loudness.ts';
import { makeSignalWatch, warningsOf } from './signal-watch.ts';
import { makeSoundSampler } from './sound-sample.ts';

/** A sine of so many dB below full scale. */
const sine = (hz: number, dbfs: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: Math.round(LOUDNESS_HZ * seconds) },
    (_, at) => 10 ** (dbfs / 20) * Math.sin((2 * Math.PI * hz * at) / LOUDNESS_HZ),
  );
const join = (...parts: Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));
const stereo = (samples: Float32Array) => loudness([samples, samples])!;

test('loudness is that of EBU Tech 3341: a tone of 1 kHz in both channels has its level', () => {
  expect(stereo(sine(1_000, -23, 20))).toBeCloseTo(-23, 1);
  expect(stereo(sine(1_000, -33, 20))).toBeCloseTo(-33, 1);
});

test.runIf(isFullRun)('what is much quieter than the rest does not count (EBU Tech 3341, 3 to 5)', () => {
  const [quiet, loud] = [sine(1_000, -36, 10), sine(1_000, -23, 60)];
  expect(stereo(join(quiet, loud, quiet))).toBeCloseTo(-23, 1);
  const far = sine(1_000, -72, 10);
  expect(stereo(join(far, quiet, loud, quiet, far))).toBeCloseTo(-23, 1);
  const [less, more] = [sine(1_000, -26, 20), sine(1_000, -20, 20.1)];
  expect(stereo(join(less, more, less))).toBeCloseTo(-23, 1);
});

test('silence has the least there is, and too little sound none', () => {
  expect(stereo(new Float32Array(LOUDNESS_HZ))).toBe(SILENCE_LUFS);
  expect(loudness([new Float32Array(1_000)])).toBeUndefined();
  expect(loudness([])).toBeUndefined();
});

test('a picture is black where its points are, whatever the noise of the camera', () => {
  expect(lightShare(Uint8Array.from({ length: 1_000 }, (_, at) => 14 + (at % 12)))).toBe(0);
  expect(lightShare(Uint8Array.from({ length: 1_000 }, (_, at) => (at < 50 ? 120 : 16)))).toBe(0.05);
  expect(lightShare(new Uint8Array(0))).toBe(1);
});

test.each([
  [{ light: 1, lufs: -20 }, []],
  [{ light: 0, lufs: -20 }, ['black_picture']],
  [{ light: 1, lufs: SILENCE_LUFS }, ['no_sound']],
  [{ light: 1, lufs: -45 }, ['quiet_sound']],
  [{ light: 1, lufs: -4 }, ['loud_sound']],
  [{ light: 0, lufs: SILENCE_LUFS }, ['black_picture', 'no_sound']],
  [{ light: 1, lufs: undefined }, []],
])('of %o a performer is told %o', (signal, warnings) => {
  expect(warningsOf(signal)).toEqual(warnings);
});

test('one dark or silent moment is no warning, two in a row are, and another publisher begins anew', () => {
  const watch = makeSignalWatch();
  expect([watch.lufs, watch.warnings]).toEqual([undefined, []]);
  watch.add({ light: 0, lufs: -20.4 });
  expect([watch.lufs, watch.warnings]).toEqual([-20, []]);
  watch.add({ light: 0, lufs: SILENCE_LUFS });
  expect(watch.warnings).toEqual(['black_picture']);
  watch.add({ light: 1, lufs: SILENCE_LUFS });
  expect(watch.warnings).toEqual(['no_sound']);
  watch.add({ light: 1, lufs: -18 });
  expect(watch.warnings).toEqual([]);
  watch.add({ light: 0, lufs: undefined });
  watch.clear();
  watch.add({ light: 0, lufs: undefined });
  expect([watch.lufs, watch.warnings]).toEqual([undefined, []]);
});

test('a sample is the newest three seconds, bounded, and of one format', () => {
  const sampler = makeSoundSampler();
  const packet = (onVideoMs: number) => ({
    onVideoMs,
    durationTicks: 960,
    data: Buffer.from([onVideoMs % 251]),
  });
  sampler.push(packet(0));
  expect(sampler.take()).toBeUndefined();
  sampler.setFormat(OPUS);
  expect(sampler.take()).toBeUndefined();
  for (let at = 0; at < 60_000; at += 20) sampler.push(packet(at));
  const { packets } = sampler.take()!;
  expect(packets.length).toBeGreaterThanOrEqual(150);
  expect(packets.length).toBeLessThanOrEqual(202);
  expect(packets.at(-1)).toEqual(packet(59_980).data);
  // Packets that all claim one moment cannot fill the memory.
  for (let at = 0; at < 10_000; at++) sampler.push(packet(60_000));
  expect(sampler.take()!.packets.length).toBeLessThanOrEqual(1_201);
  sampler.setFormat(undefined);
  expect(sampler.take()).toBeUndefined();
});
