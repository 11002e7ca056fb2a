import { firstAt } from './first-at.ts';

const FIRST_ROOM = 8;

/** A set of whole numbers below two thousand millions in ascending order, four bytes each: for a few among many. */
export class SlotList {
  #slots = new Int32Array(FIRST_ROOM);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The slots, ascending; not to be kept beyond the next change. */
  get values(): Int32Array {
    return this.#slots.subarray(0, this.#size);
  }

  #placeOf(slot: number): number {
    // Slots are mostly given out in their order.
    if (this.#size === 0 || this.#slots[this.#size - 1]! < slot) return this.#size;
    return firstAt(this.values, (one) => one >= slot);
  }

  add(slot: number): void {
    const place = this.#placeOf(slot);
    if (place < this.#size && this.#slots[place] === slot) return;
    if (this.#size === this.#slots.length) {
      const larger = new Int32Array(this.#size * 2);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    this.#slots.copyWithin(place + 1, place, this.#size);
    this.#slots[place] = slot;
    this.#size += 1;
  }

  drop(slot: number): void {
    const place = this.#placeOf(slot);
    if (place === this.#size || this.#slots[place] !== slot) return;
    this.#slots.copyWithin(place, place + 1, this.#size);
    this.#size -= 1;
  }
}
