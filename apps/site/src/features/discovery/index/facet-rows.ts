import { type Bits, eachBit } from './bits.ts';

const FIRST_NUMBERS = 4_096;
const FIRST_SLOTS = 1_024;
/** Growth factor. */
const GROWTH = 1.5;

const larger = (numbers: Uint32Array, atLeast: number): Uint32Array<ArrayBuffer> => {
  const grown = new Uint32Array(Math.max(atLeast, Math.ceil(numbers.length * GROWTH)));
  grown.set(numbers);
  return grown;
};

/** The numbers of what each slot has, one row after the other: read in slot order, memory is as fast as it can be. */
export class FacetRows {
  #numbers = new Uint32Array(FIRST_NUMBERS);
  #starts = new Uint32Array(FIRST_SLOTS);
  #lengths = new Uint32Array(FIRST_SLOTS);
  /** How long a row may become where it is. */
  #rooms = new Uint32Array(FIRST_SLOTS);
  #end = 0;
  /** How much before the end no row needs any more. */
  #unused = 0;

  /** The row of a slot; not to be kept beyond the next change. */
  of(slot: number): Uint32Array {
    const start = this.#starts[slot] ?? 0;
    return this.#numbers.subarray(start, start + (this.#lengths[slot] ?? 0));
  }

  put(slot: number, row: readonly number[]): void {
    if (slot >= this.#starts.length) {
      this.#starts = larger(this.#starts, slot + 1);
      this.#lengths = larger(this.#lengths, slot + 1);
      this.#rooms = larger(this.#rooms, slot + 1);
    }
    if (row.length > this.#rooms[slot]!) this.#move(slot, row.length);
    this.#numbers.set(row, this.#starts[slot]!);
    this.#lengths[slot] = row.length;
  }

  /** Counts how often each number occurs in the rows of these slots. */
  tally(slots: Bits, counts: Uint32Array): void {
    const [numbers, starts, lengths] = [this.#numbers, this.#starts, this.#lengths];
    eachBit(slots, (slot) => {
      const end = starts[slot]! + lengths[slot]!;
      for (let at = starts[slot]!; at < end; at++) counts[numbers[at]!]! += 1;
    });
  }

  #move(slot: number, room: number): void {
    this.#unused += this.#rooms[slot]!;
    this.#lengths[slot] = 0;
    this.#rooms[slot] = 0;
    if (this.#unused > this.#end / 2) this.#closeUp();
    if (this.#end + room > this.#numbers.length) this.#numbers = larger(this.#numbers, this.#end + room);
    this.#starts[slot] = this.#end;
    this.#rooms[slot] = room;
    this.#end += room;
  }

  #closeUp(): void {
    const before = this.#numbers;
    this.#numbers = new Uint32Array(before.length);
    this.#end = 0;
    this.#unused = 0;
    for (let slot = 0; slot < this.#starts.length; slot++) {
      const start = this.#starts[slot]!;
      const length = this.#lengths[slot]!;
      this.#numbers.set(before.subarray(start, start + length), this.#end);
      this.#starts[slot] = this.#end;
      this.#rooms[slot] = length;
      this.#end += length;
    }
  }
}
