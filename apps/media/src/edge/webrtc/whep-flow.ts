import { makeMeanRate } from '../../congestion/mean-rate.ts';
import type { VideoUnit } from '../../packaging/units.ts';
import { makeMediaPacket } from './media-packet.ts';
import type { RtpUnit } from './picture-queue.ts';
import { packetizeNals } from './rtp-packetizer.ts';

/** One rendition's pictures as RTP, packetised once for all who get it. */
export interface WhepFlow {
  readonly id: string;
  /** What it carries with its headers, in kbit/s; 0 before the first picture. */
  readonly kbps: number;
  /** Where it is, in ticks of 90 kHz; undefined before its first picture. */
  readonly ticks: number | undefined;
  /** @param isWanted whether anybody gets packets; undefined where nobody does */
  take(unit: VideoUnit, isWanted: boolean): RtpUnit | undefined;
}

const PER_MS = 90;
/** Long, since a requested keyframe says little about what pictures need. */
const SPAN_MS = 10_000;
/** Headers of RTP, UDP and IP, and encryption. */
const HEADER_BYTES = 60;
const PAYLOAD_BYTES = 1_180;

export function makeWhepFlow(id: string): WhepFlow {
  const rate = makeMeanRate(SPAN_MS);
  let ticks: number | undefined;

  return {
    id,
    get kbps() {
      return ticks === undefined ? 0 : rate.at(ticks / PER_MS);
    },
    get ticks() {
      return ticks;
    },
    take(unit, isWanted) {
      ticks = Math.max(unit.ticks, ticks ?? unit.ticks);
      const bytes = unit.nals.reduce((sum, nal) => sum + nal.length, 0);
      rate.add(bytes + Math.ceil(bytes / PAYLOAD_BYTES) * HEADER_BYTES, ticks / PER_MS);
      if (!isWanted) return undefined;
      const parameters = unit.isKey && unit.sps && unit.pps ? [unit.sps, unit.pps] : [];
      const payloads = packetizeNals([...parameters, ...unit.nals]);
      return {
        packets: payloads.map((payload, i) => makeMediaPacket(payload, i === payloads.length - 1)),
        ticks: Math.round(unit.ticks + (unit.compositionTicks ?? 0)),
        streamMs: unit.ticks / PER_MS,
        isKey: unit.isKey,
      };
    },
  };
}
