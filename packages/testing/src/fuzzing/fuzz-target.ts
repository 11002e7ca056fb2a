/** What is fuzzed: something that reads bytes of strangers, as the product uses it. */
export interface FuzzTarget {
  /** Valid inputs beside those that are kept in the target's folder. */
  readonly seeds: readonly Buffer[];
  /** No input is longer. */
  readonly bytesMax: number;
  /** Words of the format, which are put in anywhere. */
  readonly words?: readonly (string | Buffer)[];
  /**
   * Takes one input with nothing left over from the inputs before. Throws where a promise of the reader is broken.
   * @returns a name for what became of it, so that rare ends are kept
   */
  feed(input: Buffer): string | void | Promise<string | void>;
  /** An input may take this long, in milliseconds; absent: 10 seconds, since the machine may be busy. */
  readonly inputMsMax?: number;
  /** Ends what `feed` has started. */
  close?(): void | Promise<void>;
}
