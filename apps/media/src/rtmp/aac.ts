import type { AacFormat } from '../packaging/units.ts';

/** Pictures of sound in a packet. */
export const AAC_PACKET_TICKS = 1_024;

const CONFIG_BYTES_MAX = 64;
/** Sampling frequencies by index (ISO/IEC 14496-3, table 1.18). */
const FREQUENCIES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
] as const;
const FREQUENCY_EXPLICIT = 15;
/** Channels by configuration (table 1.19); others describe themselves and are not taken. */
const CHANNELS = [undefined, 1, 2, 3, 4, 5, 6, 8] as const;

const AAC_LC = 2;
const SPECTRAL_BAND_REPLICATION = 5;
const PARAMETRIC_STEREO = 29;
const TYPE_ESCAPE = 31;

function makeBits(bytes: Buffer) {
  let position = 0;
  const bit = (): number => {
    const value = ((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1;
    position += 1;
    return value;
  };
  return {
    take(count: number): number {
      let value = 0;
      for (let i = 0; i < count; i++) value = value * 2 + bit();
      return value;
    },
    isOver: () => position > bytes.length * 8,
  };
}

type Bits = ReturnType<typeof makeBits>;

const readType = (bits: Bits): number => {
  const type = bits.take(5);
  return type === TYPE_ESCAPE ? 32 + bits.take(6) : type;
};

const readHz = (bits: Bits): number | undefined => {
  const index = bits.take(4);
  return index === FREQUENCY_EXPLICIT ? bits.take(24) : FREQUENCIES[index];
};

/**
 * Reads an AudioSpecificConfig: AAC-LC in packets of 1,024, plain or as the core of HE-AAC, whose rate is then the
 * core's. `unplayable` for other kinds of AAC, undefined when it is malformed.
 */
export function parseAacConfig(config: Buffer): AacFormat | 'unplayable' | undefined {
  if (config.length < 2 || config.length > CONFIG_BYTES_MAX) return undefined;
  const bits = makeBits(config);
  let type = readType(bits);
  const hz = readHz(bits);
  const channels = CHANNELS[bits.take(4)];
  if (type === SPECTRAL_BAND_REPLICATION || type === PARAMETRIC_STEREO) {
    readHz(bits);
    type = readType(bits);
  }
  const isShortPacket = bits.take(1) === 1;
  if (bits.isOver() || hz === undefined) return undefined;
  if (type !== AAC_LC || isShortPacket || channels === undefined) return 'unplayable';
  if (hz < 7_350 || hz > 96_000) return undefined;
  return { codec: 'aac', hz, channels, config: Buffer.from(config) };
}
