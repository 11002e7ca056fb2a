import type { PacketHead } from './media-packet.ts';
import { senderReport } from './rtp-packetizer.ts';

/** One source of packets, with numbers of its own. */
export interface RtpSender {
  readonly ssrc: number;
  /** The head of the next packet. */
  next(payloadType: number, timestamp: number, payloadBytes: number): PacketHead;
  /** Says which wall time a time of the source is. @param wallMs Unix milliseconds */
  report(wallMs: number, ticks: number): Buffer;
}

/** Far from the end of the numbers, where packets that change places are easily taken for older ones. */
export const firstSequence = (): number => Math.floor(Math.random() * 0x4000);

export function makeRtpSender(ssrc: number, first: number): RtpSender {
  let sequence = first;
  let packets = 0;
  let bytes = 0;
  return {
    ssrc,
    next(payloadType, timestamp, payloadBytes) {
      const head = { payloadType, ssrc, sequence, timestamp };
      sequence = (sequence + 1) & 0xffff;
      packets += 1;
      bytes += payloadBytes;
      return head;
    },
    report: (wallMs, ticks) => senderReport(ssrc, wallMs, ticks, packets, bytes),
  };
}
