import { feedbackHeader, TRANSPORT_FEEDBACK } from './rtcp-feedback.ts';

/*
 * Packets of transport-wide feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01): which of a connection's
 * packets arrived, and when, from which the sender estimates the connection's capacity.
 */

/** Times are given in quarters of a millisecond. */
export const TICKS_PER_MS = 4;
/** The first time is given in multiples of this many of them. */
const REFERENCE_TICKS = 64 * TICKS_PER_MS;
const REFERENCE_MODULUS = 2 ** 24;
const FORMAT = 15;
const HEAD_BYTES = 20;

/** Packet status: not arrived, or its time takes one byte or two. */
const MISSING = 0;
const SMALL = 1;
const LARGE = 2;

const RUN_MAX = 0x1fff;
const SINGLE_BITS = 14;
const DOUBLE_BITS = 7;
const DELTA_MIN = -0x8000;
const DELTA_MAX = 0x7fff;

/** Packets in the order of their numbers, without gaps. */
export interface ArrivalReport {
  /** Number of the first packet; its lower 16 bits are sent. */
  readonly baseSequence: number;
  /** When each arrived, in whole ticks of any clock that begins at 0; undefined: not yet. At least one has arrived. */
  readonly arrivals: readonly (number | undefined)[];
}

/** How many of these fit into one packet: times too far apart need another. */
export function togetherCount(arrivals: ArrivalReport['arrivals']): number {
  let last: number | undefined;
  for (const [i, at] of arrivals.entries()) {
    if (at === undefined) continue;
    last ??= Math.floor(at / REFERENCE_TICKS) * REFERENCE_TICKS;
    if (at - last < DELTA_MIN || at - last > DELTA_MAX) return i;
    last = at;
  }
  return arrivals.length;
}

/** Chunks of 16 bits that name the symbols: runs where they pay, else vectors. */
function chunksOf(symbols: readonly number[]): number[] {
  const chunks: number[] = [];
  for (let i = 0; i < symbols.length;) {
    const first = symbols[i]!;
    let run = 1;
    while (run < RUN_MAX && symbols[i + run] === first) run += 1;
    const ahead = symbols.slice(i, i + SINGLE_BITS);
    const isSingle = !ahead.includes(LARGE);
    if (run >= (isSingle ? SINGLE_BITS : DOUBLE_BITS) || i + run === symbols.length) {
      chunks.push((first << 13) | run);
      i += run;
    } else if (isSingle) {
      chunks.push(ahead.reduce((bits, symbol, k) => bits | (symbol << (SINGLE_BITS - 1 - k)), 0x8000));
      i += SINGLE_BITS;
    } else {
      const few = ahead.slice(0, DOUBLE_BITS);
      chunks.push(few.reduce((bits, symbol, k) => bits | (symbol << (2 * (DOUBLE_BITS - 1 - k))), 0xc000));
      i += DOUBLE_BITS;
    }
  }
  return chunks;
}

/**
 * One feedback packet.
 * @param mediaSsrc any source of the connection
 * @param count of the feedback packets so far
 */
export function transportFeedback(mediaSsrc: number, count: number, report: ArrivalReport): Buffer {
  const { arrivals, baseSequence } = report;
  const first = arrivals.find((at) => at !== undefined) ?? 0;
  const reference = Math.floor(first / REFERENCE_TICKS);
  const deltas: number[] = [];
  let last = reference * REFERENCE_TICKS;
  const symbols = arrivals.map((at) => {
    if (at === undefined) return MISSING;
    const delta = at - last;
    last = at;
    deltas.push(delta);
    return delta >= 0 && delta <= 0xff ? SMALL : LARGE;
  });
  const chunks = chunksOf(symbols);
  const deltaBytes = deltas.reduce((sum, delta) => sum + (delta >= 0 && delta <= 0xff ? 1 : 2), 0);
  const bytes = HEAD_BYTES + chunks.length * 2 + deltaBytes;
  const packet = feedbackHeader(FORMAT, TRANSPORT_FEEDBACK, Math.ceil(bytes / 4) * 4);
  packet.writeUInt32BE(mediaSsrc, 8);
  packet.writeUInt16BE(baseSequence & 0xffff, 12);
  packet.writeUInt16BE(arrivals.length, 14);
  packet.writeUIntBE(reference % REFERENCE_MODULUS, 16, 3);
  packet[19] = count & 0xff;
  let at = HEAD_BYTES;
  for (const chunk of chunks) at = packet.writeUInt16BE(chunk, at);
  for (const delta of deltas)
    at = delta >= 0 && delta <= 0xff ? packet.writeUInt8(delta, at) : packet.writeInt16BE(delta, at);
  return packet;
}
