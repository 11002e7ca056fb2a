/** A receiver's report about one source (RFC 3550, 6.4.1). */
export interface ReceiverReport {
  readonly ssrc: number;
  /** Share that was lost since its last report, 0 to 1. */
  readonly lostShare: number;
  /** The highest sequence number that it has got, 16 bits. */
  readonly sequence: number;
  /** Middle bits of our report that it has got last, and the time since then in 1/65536 s; 0 without one. */
  readonly lastReport: number;
  readonly delaySinceReport: number;
}

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const PAYLOAD_FEEDBACK = 206;
const PICTURE_LOSS = 1;
const FULL_INTRA = 4;
const HEAD_BYTES = 8;
const SENDER_BYTES = 20;
const BLOCK_BYTES = 24;

/** The reports in a packet, which may be a compound one; what is malformed is left out. Never throws. */
export function readReceiverReports(packet: Buffer): readonly ReceiverReport[] {
  const reports: ReceiverReport[] = [];
  for (let at = 0; at + HEAD_BYTES <= packet.length;) {
    if (packet[at]! >> 6 !== 2) break;
    const end = at + 4 * (packet.readUInt16BE(at + 2) + 1);
    if (end > packet.length) break;
    const type = packet[at + 1]!;
    let block = at + HEAD_BYTES + (type === SENDER_REPORT ? SENDER_BYTES : 0);
    const isReport = type === SENDER_REPORT || type === RECEIVER_REPORT;
    for (let left = isReport ? packet[at]! & 31 : 0; left > 0 && block + BLOCK_BYTES <= end; left--) {
      reports.push({
        ssrc: packet.readUInt32BE(block),
        lostShare: packet[block + 4]! / 256,
        sequence: packet.readUInt16BE(block + 10),
        lastReport: packet.readUInt32BE(block + 16),
        delaySinceReport: packet.readUInt32BE(block + 20),
      });
      block += BLOCK_BYTES;
    }
    at = end;
  }
  return reports;
}

/** True for a packet in which the viewer requests a keyframe; also looks into compound packets. */
export function asksForKeyframe(packet: Buffer): boolean {
  for (let at = 0; at + 4 <= packet.length; at += 4 * (packet.readUInt16BE(at + 2) + 1)) {
    const format = packet[at]! & 31;
    if (packet[at + 1] === PAYLOAD_FEEDBACK && (format === PICTURE_LOSS || format === FULL_INTRA))
      return true;
  }
  return false;
}
