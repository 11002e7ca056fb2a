import { OPUS_HZ, OPUS_SILENCE, OPUS_SILENCE_TICKS } from './opus.ts';
import type { Sample } from './fragment.ts';
import type { AacFormat, AudioFormat, OpusFormat } from './units.ts';

export const OPUS: OpusFormat = { codec: 'opus', hz: OPUS_HZ, channels: 2 };

/** Pictures of sound in an AAC packet. */
const AAC_TICKS = 1_024;

/** One silent packet of AAC-LC; none for more than two channels. */
const AAC_SILENCE: Readonly<Record<number, Buffer>> = {
  1: Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]),
  2: Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]),
};

/** A packet that fills gaps in the sound; undefined if none is known. */
export function silenceOf(format: AudioFormat): Sample | undefined {
  const data = format.codec === 'opus' ? OPUS_SILENCE : AAC_SILENCE[format.channels];
  if (!data) return undefined;
  const durationTicks = format.codec === 'opus' ? OPUS_SILENCE_TICKS : AAC_TICKS;
  return { parts: [data], bytes: data.length, durationTicks, isSync: true };
}

/** Object type of the AudioSpecificConfig, 2 for AAC-LC. */
const objectType = ({ config }: AacFormat): number => (config[0] ?? 0x10) >> 3;

/** The RFC 6381 name, for example `mp4a.40.2`. */
export const audioCodecOf = (format: AudioFormat): string =>
  format.codec === 'opus' ? 'opus' : `mp4a.40.${objectType(format)}`;

/** True when a decoder of one plays the other; both may be absent. */
export function isSameAudio(one: AudioFormat | undefined, other: AudioFormat | undefined): boolean {
  if (one === other) return true;
  if (one?.codec !== 'aac' || other?.codec !== 'aac') return one?.codec === other?.codec;
  return one.config.equals(other.config);
}
