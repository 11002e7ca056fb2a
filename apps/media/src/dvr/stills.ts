/** Small pictures of a stream's past, by their time. */
export interface Stills {
  /** @param dateMs Unix milliseconds, later than that of the one before */
  add(picture: Buffer, dateMs: number): void;
  /** The last one made before then, or the first one after it if there is none. */
  find(dateMs: number): Buffer | undefined;
  dropBefore(dateMs: number): void;
  clear(): void;
}

/** An hour of them, ten seconds apart, with some room. */
const STILLS_MAX = 400;

export function makeStills(): Stills {
  let all: { readonly picture: Buffer; readonly dateMs: number }[] = [];
  return {
    add(picture, dateMs) {
      all.push({ picture, dateMs });
      if (all.length > STILLS_MAX) all.shift();
    },
    find: (dateMs) => (all.findLast((one) => one.dateMs <= dateMs) ?? all[0])?.picture,
    dropBefore(dateMs) {
      all = all.filter((one) => one.dateMs >= dateMs);
    },
    clear() {
      all = [];
    },
  };
}
