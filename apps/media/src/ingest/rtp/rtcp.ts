/** What a sender report says: this RTP time was sampled at this wall time of the sender. */
export interface SenderReport {
  readonly ssrc: number;
  /** Sender's wall clock in milliseconds since 1900; only differences have a meaning here. */
  readonly ntpMs: number;
  /** Middle 32 bits of the NTP time, echoed in our receiver reports. */
  readonly ntpMiddle: number;
  readonly rtpTimestamp: number;
}

export interface RtcpContent {
  readonly reports: readonly SenderReport[];
  /** Sources that said goodbye. */
  readonly byes: readonly number[];
}

const SENDER_REPORT = 200;
const GOODBYE = 203;

/** Reads a compound RTCP packet; malformed parts are left out. Never throws. */
export function parseRtcp(packet: Buffer): RtcpContent {
  const reports: SenderReport[] = [];
  const byes: number[] = [];
  let offset = 0;
  while (offset + 4 <= packet.length) {
    if (packet[offset]! >> 6 !== 2) break;
    const type = packet[offset + 1]!;
    const end = offset + 4 + packet.readUInt16BE(offset + 2) * 4;
    if (end > packet.length) break;
    if (type === SENDER_REPORT && end - offset >= 28) {
      const seconds = packet.readUInt32BE(offset + 8);
      const fraction = packet.readUInt32BE(offset + 12);
      reports.push({
        ssrc: packet.readUInt32BE(offset + 4),
        ntpMs: seconds * 1000 + (fraction / 2 ** 32) * 1000,
        ntpMiddle: (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0,
        rtpTimestamp: packet.readUInt32BE(offset + 16),
      });
    } else if (type === GOODBYE) {
      const count = packet[offset]! & 0x1f;
      for (let i = 0; i < count && offset + 8 + i * 4 <= end; i++)
        byes.push(packet.readUInt32BE(offset + 4 + i * 4));
    }
    offset = end;
  }
  return { reports, byes };
}
