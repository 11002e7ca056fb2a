import type { MediaPacket } from './media-packet.ts';

/** A picture or a sound on its way to readers. */
export interface RtpUnit {
  readonly packets: readonly MediaPacket[];
  /** In ticks of its track's clock; the first is that of the stream's beginning. */
  readonly ticks: number;
  /** On the stream's clock. */
  readonly streamMs: number;
  /** True where a decoder can begin. */
  readonly isKey: boolean;
  /**
   * For sound: its packet with this many of those before it, for viewers whose sound format has this payload type;
   * undefined where that would be too long.
   */
  readonly withEarlier?: (count: number, payloadType: number) => MediaPacket | undefined;
}

/** A packet on its way out. */
export interface QueuedPacket {
  readonly packet: MediaPacket;
  readonly unit: RtpUnit;
  /** The last of its unit. */
  readonly isLast: boolean;
}

/**
 * Pictures that wait for their turn on a viewer's line. Where they become too many, whole ones are left out until
 * the next keyframe, since a picture without the one before is smeared.
 */
export interface PictureQueue {
  readonly bytes: number;
  /** True while pictures are left out. */
  readonly isThinning: boolean;
  readonly picturesDropped: number;
  /** @param bytesMax more than this may not wait */
  add(unit: RtpUnit, bytesMax: number): void;
  /** What goes out next; it is valid until the next one is taken. */
  take(): QueuedPacket | undefined;
  /** Drops everything waiting. */
  clear(): void;
}

const bytesOf = ({ packets }: RtpUnit): number => {
  let bytes = 0;
  for (const { payloadBytes } of packets) bytes += payloadBytes;
  return bytes;
};

export function makePictureQueue(): PictureQueue {
  const waiting: RtpUnit[] = [];
  /** How many packets of the first waiting one are sent. */
  let out = 0;
  let bytes = 0;
  let isThinning = false;
  let picturesDropped = 0;
  // One object for all packets, since there are thousands in a second.
  const taken: { -readonly [Key in keyof QueuedPacket]: QueuedPacket[Key] | undefined } = {
    packet: undefined,
    unit: undefined,
    isLast: undefined,
  };

  /** Drops all pictures of which nothing was sent. */
  const purge = (): void => {
    const kept = out > 0 ? 1 : 0;
    for (const unit of waiting.splice(kept)) {
      picturesDropped += 1;
      bytes -= bytesOf(unit);
    }
  };

  return {
    get bytes() {
      return bytes;
    },
    get isThinning() {
      return isThinning;
    },
    get picturesDropped() {
      return picturesDropped;
    },
    add(unit, bytesMax) {
      if (unit.isKey) {
        // Nobody needs media older than a keyframe that could not be sent soon after it.
        if (bytes > bytesMax / 4) purge();
        isThinning = false;
      } else if (!isThinning && bytes > bytesMax) {
        purge();
        isThinning = true;
      }
      if (isThinning || unit.packets.length === 0) {
        picturesDropped += 1;
        return;
      }
      waiting.push(unit);
      bytes += bytesOf(unit);
    },
    take() {
      const unit = waiting[0];
      if (!unit) return undefined;
      const packet = unit.packets[out]!;
      out += 1;
      bytes -= packet.payloadBytes;
      taken.packet = packet;
      taken.unit = unit;
      taken.isLast = out === unit.packets.length;
      if (taken.isLast) {
        waiting.shift();
        out = 0;
      }
      return taken as QueuedPacket;
    },
    clear() {
      waiting.length = 0;
      out = bytes = 0;
      taken.packet = taken.unit = undefined;
    },
  };
}
