import { lightShare } from '../signal/light.ts';
import { loudness } from '../signal/loudness.ts';
import type { Signal } from '../signal/signal-watch.ts';
import type { SoundSample } from '../signal/sound-sample.ts';
import { makeSoundDecoder, planesOf, SOUND_CHANNELS } from '../transcode/sound-decoder.ts';

type NodeAv = typeof import('node-av');

/** @returns LUFS; undefined where nothing could be decoded */
function loudnessOf(av: NodeAv, { format, packets }: SoundSample): number | undefined {
  const blocks: Float32Array[][] = [];
  const decoder = makeSoundDecoder(av, format, av.AV_SAMPLE_FMT_FLTP);
  try {
    for (const packet of packets)
      decoder.decode(packet, (frame) => void blocks.push(planesOf(frame, SOUND_CHANNELS)));
  } finally {
    decoder.free();
  }
  const channels = Array.from({ length: SOUND_CHANNELS }, (_, at) => {
    const parts = blocks.map((block) => block[at]!);
    const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let from = 0;
    for (const part of parts) {
      whole.set(part, from);
      from += part.length;
    }
    return whole;
  });
  return loudness(channels);
}

/** Sound that this decoder refuses takes no picture with it. */
function tryLoudness(av: NodeAv, sound: SoundSample): number | undefined {
  try {
    return loudnessOf(av, sound);
  } catch {
    return undefined;
  }
}

/** @param luma of a small picture of the moment */
export const measureSignal = (av: NodeAv, luma: Uint8Array, sound: SoundSample | undefined): Signal => ({
  light: lightShare(luma),
  lufs: sound && tryLoudness(av, sound),
});
