/** Our source id in feedback packets; receivers only need to differ from senders. */
const OWN_SSRC = 1;

const RECEIVER_REPORT = 201;
export const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;

/** The fields of one report block (RFC 3550, 6.4.1). */
export interface ReceptionBlock {
  readonly ssrc: number;
  /** Share lost since the last report, 0 to 255. */
  readonly fractionLost: number;
  readonly lostTotal: number;
  readonly highestSequence: number;
  readonly jitterTicks: number;
  /** Middle bits of the last sender report, and the time since it in 1/65536 s; 0 without one. */
  readonly lastReport: number;
  readonly delaySinceReport: number;
}

/** The head of a feedback packet from us; the rest is zero. @param bytes a multiple of four */
export function feedbackHeader(format: number, type: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes);
  packet[0] = 0x80 | format;
  packet[1] = type;
  packet.writeUInt16BE(bytes / 4 - 1, 2);
  packet.writeUInt32BE(OWN_SSRC, 4);
  return packet;
}

/** A receiver report of one source, or of none; every compound packet must begin with one. */
export function receiverReport(block: ReceptionBlock | undefined): Buffer {
  if (!block) return feedbackHeader(0, RECEIVER_REPORT, 8);
  const packet = feedbackHeader(1, RECEIVER_REPORT, 32);
  packet.writeUInt32BE(block.ssrc, 8);
  packet[12] = block.fractionLost;
  packet.writeUIntBE(Math.max(0, Math.min(block.lostTotal, 0x7fffff)), 13, 3);
  packet.writeUInt32BE(block.highestSequence >>> 0, 16);
  packet.writeUInt32BE(block.jitterTicks >>> 0, 20);
  packet.writeUInt32BE(block.lastReport, 24);
  packet.writeUInt32BE(block.delaySinceReport >>> 0, 28);
  return packet;
}

/** Asks for a keyframe (RFC 4585, 6.3.1). */
export function pictureLoss(ssrc: number): Buffer {
  const packet = feedbackHeader(1, PAYLOAD_FEEDBACK, 12);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Asks for packets again (RFC 4585, 6.2.1). @param sequences 16-bit numbers in rising order */
export function negativeAcknowledgement(ssrc: number, sequences: readonly number[]): Buffer {
  const items: [first: number, mask: number][] = [];
  for (const sequence of sequences) {
    const last = items.at(-1);
    const distance = last ? (sequence - last[0] + 0x10000) & 0xffff : 0;
    if (last && distance >= 1 && distance <= 16) last[1] |= 1 << (distance - 1);
    else items.push([sequence, 0]);
  }
  const packet = feedbackHeader(1, TRANSPORT_FEEDBACK, 12 + items.length * 4);
  packet.writeUInt32BE(ssrc, 8);
  items.forEach(([first, mask], i) => {
    packet.writeUInt16BE(first, 12 + i * 4);
    packet.writeUInt16BE(mask, 14 + i * 4);
  });
  return packet;
}

/** Tells the sender the bit rate that we can take (draft-alvestrand-rmcat-remb). */
export function estimatedBitrate(ssrc: number, kbps: number): Buffer {
  const packet = feedbackHeader(15, PAYLOAD_FEEDBACK, 24);
  packet.write('REMB', 12, 'latin1');
  packet[16] = 1;
  let exponent = 0;
  let mantissa = Math.round(kbps * 1000);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent += 1;
  }
  packet[17] = (exponent << 2) | (mantissa >> 16);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  packet.writeUInt32BE(ssrc, 20);
  return packet;
}
