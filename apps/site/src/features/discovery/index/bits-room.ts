import { type Bits, countCommon, makeBits } from './bits.ts';

/*
 * How many slots two sets have in common is asked some hundred times for one page of filters. Sets that live in the
 * memory of a small WebAssembly program are counted there where they are, eight bytes at a time, several times as fast
 * as JavaScript counts four.
 */

const I32 = 0x7f;
const I64 = 0x7e;
const I32_ADD = 0x6a;
const WORD_BYTES = 8;
/** Counted in one step of the loop. */
const STEP_WORDS = 8;
/** Sets have a length of whole steps. */
export const STEP_SLOTS = STEP_WORDS * WORD_BYTES * 8;

/** A whole number in the format of WebAssembly, seven bits at a time (LEB128); enough for numbers below 2 ** 28. */
function leb(value: number, isSigned = false): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    const isLast = rest < (isSigned ? 64 : 128);
    bytes.push(isLast ? rest : (rest & 127) | 128);
    if (isLast) return bytes;
  }
}
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const further = (local: number): number[] =>
  [get(local), [0x41], leb(STEP_WORDS * WORD_BYTES, true), [I32_ADD], set(local)].flat();
const load = (local: number, word: number): number[] => [...get(local), 0x29, 3, ...leb(word * WORD_BYTES)];

/* Locals: 0 address of one set, 1 of the other, 2 end of the first; 3 the sum, initially zero. */
const body: number[] = [
  [0x03, 0x40], // loop
  get(3),
  // i64.load of both, i64.and, i64.popcnt, i64.add
  ...Array.from({ length: STEP_WORDS }, (_, word) => [...load(0, word), ...load(1, word), 0x83, 0x7b, 0x7c]),
  set(3),
  further(1),
  further(0),
  [...get(0), ...get(2), 0x49], // one < end
  [0x0d, 0, 0x0b], // again, or out of the loop
  [...get(3), 0xa7], // i32.wrap_i64
  [0x0b],
].flat();
const locals = [1, 1, I64];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...leb(bytes.length), ...bytes];
const name = (text: string): number[] => [text.length, ...[...text].map((char) => char.charCodeAt(0))];

const PAGE_BYTES = 65_536;
const PAGES_MAX = 65_536;

/** `count(one, other, end)` over the memory `own.memory`, in the format of the WebAssembly specification. */
const module = new WebAssembly.Module(
  new Uint8Array(
    [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [1, 0x60, 3, I32, I32, I32, 1, I32]),
      // Shared, with an initial and a maximum size: views of such memory stay valid when it grows.
      section(2, [1, ...name('own'), ...name('memory'), 2, 3, 1, ...leb(PAGES_MAX)]),
      section(3, [1, 0]),
      section(7, [1, ...name('count'), 0, 0]),
      section(10, [1, ...leb(locals.length + body.length), ...locals, ...body]),
    ].flat(),
  ),
);

/** Sets in one memory; a site has some hundred of this size. */
const SETS_MAX = 16_384;

/** Sets for the same slots, stored where they are counted. */
export interface BitsRoom {
  readonly slotCount: number;
  /** An empty set; past the room of the place one that is counted more slowly. */
  make(): Bits;
  /** Returns a set that nobody reads any more. */
  giveBack(bits: Bits): void;
  /** How many slots are in both sets; quick if both are from here. */
  countCommon(one: Bits, other: Bits): number;
}

/** @param slotCount whole steps of `STEP_SLOTS` */
export function makeBitsRoom(slotCount: number): BitsRoom {
  const setBytes = slotCount / 8;
  const pagesMax = Math.min(PAGES_MAX, Math.ceil((setBytes * SETS_MAX) / PAGE_BYTES));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: pagesMax, shared: true });
  const { count } = new WebAssembly.Instance(module, { own: { memory } }).exports as unknown as {
    count(one: number, other: number, end: number): number;
  };
  const own = new WeakSet<Bits>();
  const free: Bits[] = [];
  let end = 0;

  return {
    slotCount,
    make() {
      const again = free.pop();
      if (again) return again.fill(0);
      const missing = end + setBytes - memory.buffer.byteLength;
      if (missing > 0) {
        const pages = memory.buffer.byteLength / PAGE_BYTES;
        // More than is needed now: each growth asks the system for memory.
        const more = Math.min(Math.max(Math.ceil(missing / PAGE_BYTES), pages >> 2), pagesMax - pages);
        if (more * PAGE_BYTES < missing) return makeBits(slotCount);
        memory.grow(more);
      }
      const bits = new Uint32Array(memory.buffer, end, setBytes / Uint32Array.BYTES_PER_ELEMENT);
      end += setBytes;
      own.add(bits);
      return bits;
    },
    giveBack(bits) {
      if (own.has(bits)) free.push(bits);
    },
    countCommon(one, other) {
      if (!own.has(one) || !own.has(other)) return countCommon(one, other);
      return count(one.byteOffset, other.byteOffset, one.byteOffset + setBytes);
    },
  };
}
