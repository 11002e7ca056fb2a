import { seededRandom } from './moving-scene.ts';

export const SOUND_HZ = 48_000;

const TAU = Math.PI * 2;
/** Chords as semitones above the root, all soft. */
const CHORDS = [
  [0, 7, 12, 16],
  [0, 5, 12, 17],
  [0, 7, 14, 19],
  [0, 3, 10, 15],
] as const;
const ROOTS_HZ = [98, 110, 123.5, 130.8] as const;
/** Loudest sample, far below full scale. */
const PEAK = 0.05;

/**
 * A quiet chord that swells and fades, as interleaved stereo samples. Every tone fits a whole number
 * of times into the loop, so that its end meets its beginning.
 */
export function ambientSound(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed ^ 0x50_0d);
  const chord = CHORDS[Math.floor(random() * CHORDS.length)]!;
  const root = ROOTS_HZ[Math.floor(random() * ROOTS_HZ.length)]!;
  const frames = Math.round(seconds * SOUND_HZ);
  const samples = new Float32Array(frames * 2);
  for (const semitones of chord) {
    const cycles = Math.round(root * 2 ** (semitones / 12) * seconds);
    const swells = 1 + Math.floor(random() * 3);
    const phase = random() * TAU;
    const pan = 0.25 + random() * 0.5;
    const step = (TAU * cycles) / frames;
    const swellStep = (TAU * swells) / frames;
    for (let i = 0; i < frames; i++) {
      const swell = 0.5 + 0.5 * Math.sin(swellStep * i + phase);
      const value = (PEAK / chord.length) * swell * swell * Math.sin(step * i);
      samples[i * 2] = samples[i * 2]! + value * (1 - pan) * 2;
      samples[i * 2 + 1] = samples[i * 2 + 1]! + value * pan * 2;
    }
  }
  return samples;
}
