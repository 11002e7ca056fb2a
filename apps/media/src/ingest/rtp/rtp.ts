/** A media packet as it came from the wire; `payload` is a view, empty for a probe of padding only. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly isMarked: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
}

const HEADER_BYTES = 12;

/** True for a control packet on a multiplexed port (RFC 5761: types 192 to 223). */
export const isRtcp = (packet: Buffer): boolean =>
  packet.length >= 4 && packet[1]! >= 192 && packet[1]! <= 223;

/** Reads one RTP packet (RFC 3550); undefined when it is malformed. Never throws. */
export function parseRtp(packet: Buffer): RtpPacket | undefined {
  if (packet.length < HEADER_BYTES || packet[0]! >> 6 !== 2) return undefined;
  const flags = packet[0]!;
  let start = HEADER_BYTES + (flags & 0x0f) * 4;
  if (flags & 0x10) {
    if (packet.length < start + 4) return undefined;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  let end = packet.length;
  if (flags & 0x20) {
    const padding = packet[end - 1]!;
    if (padding === 0) return undefined;
    end -= padding;
  }
  if (end < start) return undefined;
  return {
    payloadType: packet[1]! & 0x7f,
    isMarked: packet[1]! >> 7 === 1,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}
