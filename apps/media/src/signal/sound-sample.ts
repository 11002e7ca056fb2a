import type { AudioFormat, AudioUnit } from '../packaging/units.ts';

/** The newest seconds of a stream's sound, as they came. */
export interface SoundSample {
  readonly format: AudioFormat;
  readonly packets: readonly Uint8Array[];
}

/** Keeps what a sample is made of. */
export interface SoundSampler {
  setFormat(format: AudioFormat | undefined): void;
  push(unit: AudioUnit): void;
  /** Undefined without sound. */
  take(): SoundSample | undefined;
}

/** Enough for a measure, and some 30 KB. */
const SAMPLE_MS = 3_000;
/** Packets of 2.5 ms, the shortest of Opus; more are not kept. */
const PACKETS_MAX = 1_200;

export function makeSoundSampler(): SoundSampler {
  let format: AudioFormat | undefined;
  let units: AudioUnit[] = [];
  return {
    setFormat(next) {
      format = next;
      units = [];
    },
    push(unit) {
      units.push(unit);
      const fromMs = unit.onVideoMs - SAMPLE_MS;
      // Whole seconds at once: moving the rest for each packet costs more than keeping a few.
      if (units.length > PACKETS_MAX || units[0]!.onVideoMs < fromMs - 1_000)
        units = units.filter(({ onVideoMs }) => onVideoMs >= fromMs).slice(-PACKETS_MAX);
    },
    take: () => (format && units.length > 0 ? { format, packets: units.map(({ data }) => data) } : undefined),
  };
}
