/** Ticks of the Opus clock in a second; RTP always counts Opus at this rate (RFC 7587). */
export const OPUS_HZ = 48_000;

/** 20 ms of silence for both channels. */
export const OPUS_SILENCE = Buffer.from([0xfc, 0xff, 0xfe]);
export const OPUS_SILENCE_TICKS = 960;

const SILK_TICKS = [480, 960, 1_920, 2_880] as const;
const HYBRID_TICKS = [480, 960] as const;
const CELT_TICKS = [120, 240, 480, 960] as const;

const TICKS_MAX = 5_760;

/** Length of an Opus packet in ticks of 48 kHz (RFC 6716, 3.1); undefined when it is malformed. */
export function opusTicks(packet: Buffer): number | undefined {
  if (packet.length === 0) return undefined;
  const configuration = packet[0]! >> 3;
  const frameTicks =
    configuration < 12
      ? SILK_TICKS[configuration & 3]!
      : configuration < 16
        ? HYBRID_TICKS[configuration & 1]!
        : CELT_TICKS[configuration & 3]!;
  const code = packet[0]! & 3;
  if (code === 3 && packet.length < 2) return undefined;
  const frames = code === 0 ? 1 : code < 3 ? 2 : packet[1]! & 0x3f;
  const ticks = frames * frameTicks;
  return ticks > 0 && ticks <= TICKS_MAX ? ticks : undefined;
}
