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
}

export interface QueuedPacket {
  readonly packet: MediaPacket;
  readonly unit: RtpUnit;
  readonly isFirst: boolean;
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
  take(): QueuedPacket | undefined;
}

export function makePictureQueue(): PictureQueue {
  let waiting: QueuedPacket[] = [];
  let from = 0;
  let bytes = 0;
  let isThinning = false;
  let picturesDropped = 0;

  /** Leaves out all pictures of which nothing was sent. */
  const purge = (): void => {
    const left = waiting.slice(from);
    const nextPicture = left.findIndex(({ isFirst }) => isFirst);
    const kept = nextPicture < 0 ? left : left.slice(0, nextPicture);
    picturesDropped += left.filter(({ isFirst }) => isFirst).length;
    waiting = kept;
    from = 0;
    bytes = kept.reduce((sum, { packet }) => sum + packet.payloadBytes, 0);
  };

  const append = (unit: RtpUnit): void => {
    unit.packets.forEach((packet, i) => {
      waiting.push({ packet, unit, isFirst: i === 0, isLast: i === unit.packets.length - 1 });
      bytes += packet.payloadBytes;
    });
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
        // Nobody has to see what is older than a keyframe that cannot follow it soon.
        if (bytes > bytesMax / 4) purge();
        isThinning = false;
      } else if (!isThinning && bytes > bytesMax) {
        purge();
        isThinning = true;
      }
      if (isThinning) picturesDropped += 1;
      else append(unit);
    },
    take() {
      const item = waiting[from];
      if (!item) return undefined;
      from += 1;
      bytes -= item.packet.payloadBytes;
      if (from === waiting.length) {
        waiting = [];
        from = 0;
      }
      return item;
    },
  };
}
