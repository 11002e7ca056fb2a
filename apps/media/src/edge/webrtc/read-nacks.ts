const TRANSPORT_FEEDBACK = 205;
const GENERIC_NACK = 1;
const HEAD_BYTES = 12;
/** A request for more than this asks for packets that are gone. */
const NUMBERS_MAX = 512;

/** Packets of a source that a receiver asks for again. */
export interface WantedRepeats {
  readonly ssrc: number;
  /** 16 bits each. */
  readonly sequences: readonly number[];
}

/** What a packet, which may be a compound one, asks for again (RFC 4585, 6.2.1). Never throws. */
export function readNacks(packet: Buffer): readonly WantedRepeats[] {
  const found: WantedRepeats[] = [];
  for (let at = 0; at + 4 <= packet.length;) {
    if (packet[at]! >> 6 !== 2) break;
    const end = at + 4 * (packet.readUInt16BE(at + 2) + 1);
    if (end > packet.length) break;
    const isNack = packet[at + 1] === TRANSPORT_FEEDBACK && (packet[at]! & 31) === GENERIC_NACK;
    if (isNack && end - at >= HEAD_BYTES) {
      const sequences: number[] = [];
      for (let item = at + HEAD_BYTES; item + 4 <= end && sequences.length < NUMBERS_MAX; item += 4) {
        const first = packet.readUInt16BE(item);
        const mask = packet.readUInt16BE(item + 2);
        sequences.push(first);
        for (let bit = 0; bit < 16; bit++) if (mask & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
      }
      found.push({ ssrc: packet.readUInt32BE(at + 8), sequences });
    }
    at = end;
  }
  return found;
}
