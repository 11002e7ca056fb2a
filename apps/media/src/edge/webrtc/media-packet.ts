/*
 * RTP packets that all readers share: the payload lies once in memory, and each reader's header is written before it
 * just before it is sent, since sending copies.
 */

const HEADER_BYTES = 12;
/** One header extension of two bytes, in its frame (RFC 8285). */
const EXTENSION_BYTES = 8;
/** The original number before a repeated payload (RFC 4588). */
const ORIGINAL_BYTES = 2;
const ROOM_BYTES = HEADER_BYTES + EXTENSION_BYTES + ORIGINAL_BYTES;
const EXTENSION_PROFILE = 0xbede;
const PADDING = 0x20;

export interface MediaPacket {
  /** Where a header with an extension begins, without one, and one with the original number. */
  readonly extended: Buffer;
  readonly plain: Buffer;
  readonly repeated: Buffer;
  readonly repeatedPlain: Buffer;
  readonly isMarked: boolean;
  readonly payloadBytes: number;
}

/** What differs from reader to reader. */
export interface PacketHead {
  readonly payloadType: number;
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}

/** The number over all tracks of a connection, and the id of its extension. */
export interface TransportNumber {
  readonly id: number;
  readonly number: number;
}

export function makeMediaPacket(payload: Buffer, isMarked: boolean): MediaPacket {
  const bytes = Buffer.allocUnsafe(ROOM_BYTES + payload.length);
  payload.copy(bytes, ROOM_BYTES);
  return {
    extended: bytes.subarray(ORIGINAL_BYTES),
    plain: bytes.subarray(ORIGINAL_BYTES + EXTENSION_BYTES),
    repeated: bytes,
    repeatedPlain: bytes.subarray(EXTENSION_BYTES),
    isMarked,
    payloadBytes: payload.length,
  };
}

/** A packet of nothing but padding. @param padding at most 255 */
export function makePadding(padding: number): MediaPacket {
  const payload = Buffer.alloc(padding);
  payload[padding - 1] = padding;
  return makeMediaPacket(payload, false);
}

function writeHead(
  to: Buffer,
  { payloadType, ssrc, sequence, timestamp }: PacketHead,
  isMarked: boolean,
  transport: TransportNumber | undefined,
): Buffer {
  to[0] = transport ? 0x90 : 0x80;
  to[1] = payloadType | (isMarked ? 0x80 : 0);
  to.writeUInt16BE(sequence, 2);
  to.writeUInt32BE(timestamp % 2 ** 32, 4);
  to.writeUInt32BE(ssrc, 8);
  if (!transport) return to;
  to.writeUInt16BE(EXTENSION_PROFILE, 12);
  to.writeUInt16BE(1, 14);
  to[16] = (transport.id << 4) | 1;
  to.writeUInt16BE(transport.number, 17);
  to[19] = 0;
  return to;
}

/** The bytes to send now; they change with the next reader. */
export const stamped = (
  packet: MediaPacket,
  head: PacketHead,
  transport: TransportNumber | undefined,
): Buffer => writeHead(transport ? packet.extended : packet.plain, head, packet.isMarked, transport);

/** The same as a repeat of its own format. @param original the number under which it was sent first */
export function stampedRepeat(
  packet: MediaPacket,
  head: PacketHead,
  original: number,
  transport: TransportNumber | undefined,
): Buffer {
  const to = transport ? packet.repeated : packet.repeatedPlain;
  writeHead(to, head, packet.isMarked, transport);
  to.writeUInt16BE(original, HEADER_BYTES + (transport ? EXTENSION_BYTES : 0));
  return to;
}

export function stampedPadding(
  packet: MediaPacket,
  head: PacketHead,
  transport: TransportNumber | undefined,
): Buffer {
  const to = stamped(packet, head, transport);
  to[0] = to[0]! | PADDING;
  return to;
}
