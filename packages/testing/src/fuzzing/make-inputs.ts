import { mutate } from './mutate.ts';

/** Makes inputs of those that were kept. */
export interface Inputs {
  next(): Buffer;
  /** It brought something that none before brought. */
  keep(input: Buffer): void;
  readonly keptCount: number;
  readonly keptBytes: number;
}

export interface InputsOptions {
  /** From 0 to 1. */
  readonly random: () => number;
  readonly bytesMax: number;
  readonly words: readonly (string | Buffer)[];
}

/** Beyond this the oldest finds make room; the seeds stay among the first. */
const KEPT_MAX = 4_000;
const KEPT_BYTES_MAX = 64 * 2 ** 20;
/** Numbers at the ends of what fields hold, as lengths and counts of 8, 16, 24 and 32 bits. */
const NUMBERS = [
  0, 1, 2, 3, 4, 7, 8, 16, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0xffff_ffff,
];
/** Half of all inputs come of the newest finds, since what is new leads on. */
const NEWEST = 32;

/** Mutates what is kept: bits, bytes and pieces, numbers at their limits, words of the format, two inputs joined. */
export function makeInputs({ random, bytesMax, words }: InputsOptions): Inputs {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const below = (limit: number): number => Math.floor(random() * limit);

  const choose = (): Buffer => {
    if (kept.length === 0) return Buffer.from([0]);
    return random() < 0.5 ? kept[below(kept.length)]! : kept.at(-1 - below(Math.min(NEWEST, kept.length)))!;
  };

  const withNumber = (input: Buffer): Buffer => {
    const bytes = [1, 2, 3, 4][below(4)]!;
    if (input.length < bytes) return input;
    const changed = Buffer.from(input);
    const value = NUMBERS[below(NUMBERS.length)]! % 2 ** (bytes * 8);
    const at = below(input.length - bytes + 1);
    if (random() < 0.5) changed.writeUIntBE(value, at, bytes);
    else changed.writeUIntLE(value, at, bytes);
    return changed;
  };

  const withWord = (input: Buffer): Buffer => {
    if (words.length === 0) return withNumber(input);
    const word = Buffer.from(words[below(words.length)]!);
    const at = below(input.length + 1);
    const behind = random() < 0.5 ? at : at + word.length;
    return Buffer.concat([input.subarray(0, at), word, input.subarray(behind)]);
  };

  const joined = (input: Buffer): Buffer => {
    const other = choose();
    const from = below(other.length);
    const piece = other.subarray(from, from + 1 + below(other.length));
    const at = below(input.length + 1);
    return Buffer.concat([
      input.subarray(0, at),
      piece,
      input.subarray(at + (random() < 0.5 ? piece.length : 0)),
    ]);
  };

  return {
    next() {
      let input = choose();
      for (let left = 1 + below(3); left > 0; left--) {
        const kind = random();
        if (kind < 0.5) input = mutate(input, random);
        else if (kind < 0.7) input = withNumber(input);
        else if (kind < 0.85) input = withWord(input);
        else input = joined(input);
      }
      return Buffer.from(input.subarray(0, bytesMax));
    },
    keep(input) {
      kept.push(input);
      keptBytes += input.length;
      while (kept.length > KEPT_MAX || keptBytes > KEPT_BYTES_MAX)
        keptBytes -= kept.splice(kept.length >> 1, 1)[0]!.length;
    },
    get keptCount() {
      return kept.length;
    },
    get keptBytes() {
      return keptBytes;
    },
  };
}
