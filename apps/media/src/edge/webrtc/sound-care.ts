import type { MediaPacket } from './media-packet.ts';
import type { RtpUnit } from './picture-queue.ts';
import type { OutletTrack } from './outlet-track.ts';
import type { ReceiverReport } from './receiver-reports.ts';
import { EARLIER_MAX } from './sound-packets.ts';

/** What of a sound is sent, in which of the viewer's formats. */
export interface ChosenSound {
  readonly packet: MediaPacket;
  readonly payloadType: number;
}

/** Sends earlier sounds with each one once more where a viewer's line loses packets, so that the viewer hears all. */
export interface SoundCare {
  /** The viewer says what share of its packets was lost lately. */
  onReports(reports: readonly ReceiverReport[], nowMs: number): void;
  /** @param hasRoom whether the line carries more than the sound alone; undefined where there is nothing to send */
  choose(unit: RtpUnit, hasRoom: boolean, nowMs: number): ChosenSound | undefined;
}

/** From this share on each sound goes twice, and from that one on three times, since what is lost comes in a row. */
const ONCE_FROM = 0.01;
const TWICE_FROM = 0.04;
/** Losses come and go, and a receiver may report each five seconds only. */
const KEPT_MS = 15_000;

/** @param track of the sound; undefined: the viewer wants none */
export function makeSoundCare(track: OutletTrack | undefined): SoundCare {
  /** Until when so many earlier ones go with each. */
  const untilMs = [Infinity, -Infinity, -Infinity];

  const earlierAt = (nowMs: number): number => {
    for (let count = EARLIER_MAX; count > 0; count--) if (nowMs < untilMs[count]!) return count;
    return 0;
  };

  return {
    onReports(reports, nowMs) {
      const share = Math.max(0, ...reports.map(({ lostShare }) => lostShare));
      if (share >= ONCE_FROM) untilMs[1] = nowMs + KEPT_MS;
      if (share >= TWICE_FROM) untilMs[2] = nowMs + KEPT_MS;
    },
    choose(unit, hasRoom, nowMs) {
      const [plain] = unit.packets;
      if (!track || !plain) return undefined;
      const { payloadType, redundantPayloadType } = track;
      const earlier = hasRoom && redundantPayloadType !== undefined ? earlierAt(nowMs) : 0;
      const packet = earlier > 0 ? unit.withEarlier?.(earlier, payloadType) : undefined;
      return packet ? { packet, payloadType: redundantPayloadType! } : { packet: plain, payloadType };
    },
  };
}
