/** Under which numbers a publisher's packets carry header extensions (RFC 8285); undefined: not at all. */
export interface ExtensionIds {
  /** Number of the packet among all of the connection (transport-wide congestion control). */
  readonly transportSequence?: number;
  /** Name of the layer (RFC 8852). */
  readonly rid?: number;
  /** Name of the layer that a repeat belongs to. */
  readonly repairedRid?: number;
}

/** The contents of one packet's extensions. */
export interface Extensions {
  readonly transportSequence?: number;
  readonly rid?: string;
  readonly repairedRid?: string;
}

const ONE_BYTE = 0xbede;
/** Without its lowest four bits, which may be any. */
const TWO_BYTES = 0x100;
/** In the one-byte form this number ends the extensions. */
const STOP = 15;
const NOTHING: Extensions = {};

/** Calls `take` for each extension; stops at anything malformed. */
function walk(packet: Buffer, take: (id: number, start: number, length: number) => void): void {
  const head = 12 + (packet[0]! & 0x0f) * 4;
  if (!(packet[0]! & 0x10) || packet.length < head + 4) return;
  const profile = packet.readUInt16BE(head);
  const end = Math.min(packet.length, head + 4 + packet.readUInt16BE(head + 2) * 4);
  const isShort = profile === ONE_BYTE;
  if (!isShort && profile >> 4 !== TWO_BYTES) return;
  let at = head + 4;
  while (at < end) {
    const first = packet[at]!;
    if (first === 0) {
      at += 1;
      continue;
    }
    const id = isShort ? first >> 4 : first;
    if ((isShort && id === STOP) || (!isShort && at + 1 >= end)) return;
    const length = isShort ? (first & 0x0f) + 1 : packet[at + 1]!;
    const start = at + (isShort ? 1 : 2);
    if (start + length > end) return;
    take(id, start, length);
    at = start + length;
  }
}

/** Reads the needed values of a packet that is long enough for RTP. Never throws. */
export function readExtensions(packet: Buffer, ids: ExtensionIds): Extensions {
  if (packet.length < 16 || !(packet[0]! & 0x10)) return NOTHING;
  const found: { transportSequence?: number; rid?: string; repairedRid?: string } = {};
  walk(packet, (id, start, length) => {
    if (id === ids.transportSequence) {
      if (length >= 2) found.transportSequence = packet.readUInt16BE(start);
    } else if (id === ids.rid) found.rid = packet.toString('latin1', start, start + length);
    else if (id === ids.repairedRid) found.repairedRid = packet.toString('latin1', start, start + length);
  });
  return found;
}
