import { type EarlierSound, writeRedundant } from '../../packaging/redundant-sound.ts';
import type { AudioUnit } from '../../packaging/units.ts';
import { makeMediaPacket, type MediaPacket } from './media-packet.ts';
import type { RtpUnit } from './picture-queue.ts';

/** A stream's sound as RTP, packetised once for all who get it. */
export interface SoundPackets {
  /** Undefined for what lies before the stream's beginning. */
  take(sound: AudioUnit): RtpUnit | undefined;
}

const PER_MS = 48;
/** As many of the sounds before may go with one once more. */
export const EARLIER_MAX = 2;
/** Longer ones would not fit into a packet together. */
const BYTES_MAX = 1_100;

export function makeSoundPackets(): SoundPackets {
  let before: readonly { readonly ticks: number; readonly data: Buffer }[] = [];

  return {
    take(sound) {
      const ticks = Math.round(sound.onVideoMs * PER_MS);
      if (ticks < 0) return undefined;
      const { data } = sound;
      const earlier = before.map((one): EarlierSound => ({ behindTicks: ticks - one.ticks, data: one.data }));
      before = [...before, { ticks, data }].slice(-EARLIER_MAX);
      const made = new Map<string, MediaPacket>();
      return {
        packets: [makeMediaPacket(data, false)],
        ticks,
        streamMs: sound.onVideoMs,
        isKey: false,
        withEarlier(count, payloadType) {
          const key = `${count} ${payloadType}`;
          const carried = earlier.slice(-count);
          const bytes = carried.reduce((sum, one) => sum + one.data.length, data.length);
          if (bytes > BYTES_MAX) return undefined;
          const packet =
            made.get(key) ?? makeMediaPacket(writeRedundant({ earlier: carried, data }, payloadType), false);
          made.set(key, packet);
          return packet;
        },
      };
    },
  };
}
