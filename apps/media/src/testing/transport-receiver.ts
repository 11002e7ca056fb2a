/*
 * The receiving side of transport-wide feedback, for tests and benchmarks: what browsers say of the packets that
 * they get (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */

export interface TransportReceiver {
  /** @param number 16 bits @param atMs by the receiver's clock */
  onPacket(number: number, atMs: number): void;
  /** What is to be said now; undefined: nothing. */
  take(): Buffer | undefined;
}

const TICKS_PER_MS = 4;
const REFERENCE_TICKS = 64 * TICKS_PER_MS;

/** The feedback on packets from a number on. @param arrivals in milliseconds; undefined: not received */
export function feedbackPacket(
  base: number,
  arrivals: readonly (number | undefined)[],
  count: number,
  mediaSsrc = 0,
): Buffer {
  const firstMs = arrivals.find((one) => one !== undefined) ?? 0;
  const reference = Math.floor((firstMs * TICKS_PER_MS) / REFERENCE_TICKS);
  let ticks = reference * REFERENCE_TICKS;
  const deltas: Buffer[] = [];
  const symbols = arrivals.map((arrival) => {
    if (arrival === undefined) return 0;
    const step = Math.round(arrival * TICKS_PER_MS) - ticks;
    ticks += step;
    const isSmall = step >= 0 && step <= 255;
    const bytes = Buffer.alloc(isSmall ? 1 : 2);
    if (isSmall) bytes[0] = step;
    else bytes.writeInt16BE(Math.max(-32_768, Math.min(32_767, step)));
    deltas.push(bytes);
    return isSmall ? 1 : 2;
  });
  const chunks: Buffer[] = [];
  for (let i = 0; i < symbols.length; i += 7) {
    const chunk = Buffer.alloc(2);
    const bits = [0, 1, 2, 3, 4, 5, 6].reduce((sum, j) => sum | ((symbols[i + j] ?? 0) << (12 - 2 * j)), 0);
    chunk.writeUInt16BE(0xc000 | bits);
    chunks.push(chunk);
  }
  const body = Buffer.concat([...chunks, ...deltas]);
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const head = Buffer.alloc(20);
  head[0] = 0x80 | 15;
  head[1] = 205;
  head.writeUInt16BE((20 + padded.length) / 4 - 1, 2);
  head.writeUInt32BE(1, 4);
  head.writeUInt32BE(mediaSsrc, 8);
  head.writeUInt16BE(base & 0xffff, 12);
  head.writeUInt16BE(arrivals.length, 14);
  head.writeUIntBE(reference % 2 ** 24, 16, 3);
  head[19] = count & 0xff;
  return Buffer.concat([head, padded]);
}

/** @param mediaSsrc of the source that the feedback names */
export function makeTransportReceiver(mediaSsrc = 0): TransportReceiver {
  const came = new Map<number, number>();
  let last: number | undefined;
  let next: number | undefined;
  let count = 0;

  const unwrapped = (number: number): number => {
    if (last === undefined) return number;
    const step = ((number - last + 0x8000) & 0xffff) - 0x8000;
    return last + step;
  };

  return {
    onPacket(number, atMs) {
      const place = unwrapped(number);
      last = Math.max(last ?? place, place);
      if (!came.has(place)) came.set(place, atMs);
    },
    take() {
      if (came.size === 0) return undefined;
      const numbers = [...came.keys()].toSorted((a, b) => a - b);
      const first = Math.min(next ?? numbers[0]!, numbers[0]!);
      const end = numbers.at(-1)! + 1;
      const arrivals = Array.from({ length: end - first }, (_, i) => came.get(first + i));
      came.clear();
      next = end;
      return feedbackPacket(first, arrivals, count++, mediaSsrc);
    },
  };
}

/** The number over all tracks in a packet's header, by the id of its extension; undefined without one. */
export function transportNumberOf(packet: Buffer, id: number): number | undefined {
  if (packet.length < 20 || (packet[0]! & 0x10) === 0 || packet.readUInt16BE(12) !== 0xbede) return undefined;
  return packet[16]! >> 4 === id ? packet.readUInt16BE(17) : undefined;
}
