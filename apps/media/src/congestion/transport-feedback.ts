/*
 * What a receiver says of every packet of a connection, by the numbers that the sender put on all of its tracks
 * together (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */

export interface TransportFeedback {
  /** Counts the feedback packets of a connection, 8 bits. */
  readonly count: number;
  /** The first number that it speaks of, 16 bits. */
  readonly base: number;
  /**
   * By number from `base` on: when the packet arrived, in milliseconds of the receiver's clock, which wraps each 12
   * days; undefined: it has not arrived.
   */
  readonly arrivals: readonly (number | undefined)[];
}

const TRANSPORT_FEEDBACK = 205;
const FORMAT = 15;
const HEAD_BYTES = 20;
const REFERENCE_MS = 64;
const TICKS_PER_MS = 4;
/** Feedback comes some times a second, so a packet that covers more packets than this is invalid. */
const PACKETS_MAX = 4_096;

/**
 * How many packets feedback may still cover. A few bytes can cover thousands, so a receiver who sends many is only
 * heard for about as many packets as it was sent.
 */
export interface FeedbackBudget {
  left: number;
}

const NOT_RECEIVED = 0;
const SMALL_DELTA = 1;
const LARGE_DELTA = 2;

/** Milliseconds after which the clock of arrivals wraps. */
export const ARRIVAL_CLOCK_MS = 2 ** 24 * REFERENCE_MS;

/** The status symbols that chunks tell, and where the deltas begin; undefined where they end too early. */
function readSymbols(
  packet: Buffer,
  from: number,
  end: number,
  count: number,
): { readonly symbols: Uint8Array; readonly at: number } | undefined {
  const symbols = new Uint8Array(count);
  let at = from;
  for (let done = 0; done < count; at += 2) {
    if (at + 2 > end) return undefined;
    const chunk = packet.readUInt16BE(at);
    if ((chunk & 0x8000) === 0) {
      const run = Math.min(chunk & 0x1fff, count - done);
      // A run of nothing would never end.
      if (run === 0) return undefined;
      symbols.fill((chunk >> 13) & 3, done, done + run);
      done += run;
      continue;
    }
    const isTwoBits = (chunk & 0x4000) !== 0;
    const bits = isTwoBits ? 2 : 1;
    for (let shift = 14 - bits; shift >= 0 && done < count; shift -= bits, done++)
      symbols[done] = (chunk >> shift) & (isTwoBits ? 3 : 1);
  }
  return { symbols, at };
}

function readOne(
  packet: Buffer,
  from: number,
  end: number,
  budget: FeedbackBudget,
): TransportFeedback | undefined {
  if (end - from < HEAD_BYTES) return undefined;
  const count = packet.readUInt16BE(from + 14);
  if (count === 0 || count > PACKETS_MAX || count > budget.left) return undefined;
  budget.left -= count;
  const read = readSymbols(packet, from + HEAD_BYTES, end, count);
  if (!read) return undefined;
  const { symbols } = read;
  let { at } = read;
  let ticks = packet.readUIntBE(from + 16, 3) * REFERENCE_MS * TICKS_PER_MS;
  const arrivals: (number | undefined)[] = [];
  // With an index, since this runs for each packet of each viewer.
  for (let i = 0; i < count; i++) {
    const symbol = symbols[i]!;
    if (symbol === NOT_RECEIVED) {
      arrivals.push(undefined);
      continue;
    }
    const bytes = symbol === SMALL_DELTA ? 1 : 2;
    if ((symbol !== SMALL_DELTA && symbol !== LARGE_DELTA) || at + bytes > end) return undefined;
    ticks += symbol === SMALL_DELTA ? packet[at]! : packet.readInt16BE(at);
    at += bytes;
    arrivals.push(ticks / TICKS_PER_MS);
  }
  return { count: packet[from + 19]!, base: packet.readUInt16BE(from + 12), arrivals };
}

/**
 * The feedback in a packet, which may be a compound one; malformed or excess entries are left out. Never throws.
 * @param budget reduced by what is read
 */
export function readTransportFeedback(packet: Buffer, budget: FeedbackBudget): readonly TransportFeedback[] {
  const found: TransportFeedback[] = [];
  for (let at = 0; at + 4 <= packet.length;) {
    if (packet[at]! >> 6 !== 2) break;
    const end = at + 4 * (packet.readUInt16BE(at + 2) + 1);
    if (end > packet.length) break;
    const isFeedback = packet[at + 1] === TRANSPORT_FEEDBACK && (packet[at]! & 31) === FORMAT;
    const one = isFeedback ? readOne(packet, at, end, budget) : undefined;
    if (one) found.push(one);
    at = end;
  }
  return found;
}
