/*
 * Reads packets of transport-wide feedback by the words of draft-holmer-rmcat-transport-wide-cc-extensions-01,
 * without a line of what writes them.
 */

export interface ReadFeedback {
  readonly mediaSsrc: number;
  readonly baseSequence: number;
  /** Count of the packet of feedback, 8 bits. */
  readonly count: number;
  /** When the packets from the base on came, in quarters of a millisecond; undefined: not. */
  readonly arrivals: readonly (number | undefined)[];
}

/** The status symbols of one chunk. */
function symbolsOf(chunk: number): number[] {
  if ((chunk & 0x8000) === 0) return Array.from({ length: chunk & 0x1fff }, () => (chunk >> 13) & 3);
  if ((chunk & 0x4000) === 0) return Array.from({ length: 14 }, (_, i) => (chunk >> (13 - i)) & 1);
  return Array.from({ length: 7 }, (_, i) => (chunk >> (12 - 2 * i)) & 3);
}

/** @throws Error for what the draft does not allow */
export function readTransportFeedback(packet: Buffer): ReadFeedback {
  if (packet[0]! >> 6 !== 2 || (packet[0]! & 0x1f) !== 15 || packet[1] !== 205)
    throw new Error('another packet');
  if (packet.readUInt16BE(2) * 4 + 4 !== packet.length) throw new Error('another length');
  const count = packet.readUInt16BE(14);
  const symbols: number[] = [];
  let at = 20;
  while (symbols.length < count) {
    symbols.push(...symbolsOf(packet.readUInt16BE(at)));
    at += 2;
  }
  let time = packet.readIntBE(16, 3) * 256;
  const arrivals = symbols.slice(0, count).map((symbol) => {
    if (symbol === 0) return undefined;
    if (symbol === 3) throw new Error('a reserved symbol');
    time += symbol === 1 ? packet.readUInt8(at) : packet.readInt16BE(at);
    at += symbol;
    return time;
  });
  if (packet.length - at > 3 || packet.subarray(at).some((byte) => byte !== 0))
    throw new Error('bytes are left');
  return {
    mediaSsrc: packet.readUInt32BE(8),
    baseSequence: packet.readUInt16BE(12),
    count: packet[19]!,
    arrivals,
  };
}
