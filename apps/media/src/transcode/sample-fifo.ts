/** Sound samples on their way from packets of one length to packets of another. */
export interface SampleFifo {
  /** Samples per channel that wait. */
  readonly length: number;
  /** Adds one array per plane; more than there is room for pushes out the oldest. */
  write(planes: readonly Float32Array[]): void;
  /** Takes the oldest; undefined when there are fewer. */
  read(samples: number): readonly Float32Array[] | undefined;
}

export interface SampleFifoOptions {
  readonly planes: number;
  /** Values per sample in a plane: 1 for planar sound, the channels for interleaved. */
  readonly perSample: number;
  readonly samplesMax: number;
}

/** A short queue in one piece of memory per plane. */
export function makeSampleFifo({ planes, perSample, samplesMax }: SampleFifoOptions): SampleFifo {
  const stores = Array.from({ length: planes }, () => new Float32Array(samplesMax * perSample));
  let length = 0;

  const drop = (samples: number): void => {
    for (const store of stores) store.copyWithin(0, samples * perSample, length * perSample);
    length -= samples;
  };

  return {
    get length() {
      return length;
    },
    write(added) {
      const first = added[0];
      if (!first || added.length !== planes) return;
      const samples = Math.min(samplesMax, Math.floor(first.length / perSample));
      const over = length + samples - samplesMax;
      if (over > 0) drop(over);
      stores.forEach((store, i) => store.set(added[i]!.subarray(0, samples * perSample), length * perSample));
      length += samples;
    },
    read(samples) {
      if (samples > length) return undefined;
      const taken = stores.map((store) => store.slice(0, samples * perSample));
      drop(samples);
      return taken;
    },
  };
}
