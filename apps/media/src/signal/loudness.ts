/*
 * The loudness of sound by ITU-R BS.1770-4: weighted by frequency, in blocks of 400 ms that overlap by three quarters,
 * without silent ones and those much below the rest. In LUFS: a full-scale sine of 997 Hz in one channel has -3.
 */

/** The filters below are only for this rate. */
export const LOUDNESS_HZ = 48_000;
/** Inaudible; lower values count as this. */
export const SILENCE_LUFS = -70;

const BLOCK = LOUDNESS_HZ * 0.4;
const STEP = BLOCK / 4;
const RELATIVE_GATE = -10;
const OFFSET = -0.691;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** What a head does to sound from all around (table 1), and a high pass (table 2). */
const STAGES: readonly Biquad[] = [
  {
    b: [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85],
    a: [-1.690_659_293_182_41, 0.732_480_774_215_85],
  },
  { b: [1, -2, 1], a: [-1.990_047_454_833_98, 0.990_072_250_366_21] },
];

function filter(samples: Float32Array, { b, a }: Biquad): Float32Array {
  const out = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[i] = y;
  }
  return out;
}

const weighted = (samples: Float32Array): Float32Array => STAGES.reduce(filter, samples);

const loudnessOf = (power: number): number => OFFSET + 10 * Math.log10(power);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Power of each whole block, all channels together. */
function blockPowers(channels: readonly Float32Array[]): number[] {
  const heard = channels.map(weighted);
  const length = heard[0]?.length ?? 0;
  const powers: number[] = [];
  for (let from = 0; from + BLOCK <= length; from += STEP) {
    let power = 0;
    for (const channel of heard) {
      let sum = 0;
      for (let i = from; i < from + BLOCK; i++) sum += channel[i]! ** 2;
      power += sum / BLOCK;
    }
    powers.push(power);
  }
  return powers;
}

/**
 * @param channels of the same length, samples from -1 to 1 at `LOUDNESS_HZ`
 * @returns LUFS, `SILENCE_LUFS` at the least; undefined for less than one block
 */
export function loudness(channels: readonly Float32Array[]): number | undefined {
  const all = blockPowers(channels);
  if (all.length === 0) return undefined;
  const audible = all.filter((power) => loudnessOf(power) > SILENCE_LUFS);
  if (audible.length === 0) return SILENCE_LUFS;
  const gate = loudnessOf(mean(audible)) + RELATIVE_GATE;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}
