/** A whole number from 0, below the given one. */
export type Random = (below: number) => number;

/** Numbers that look random and are the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The same items in another order. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const place = random(last + 1);
    [mixed[last], mixed[place]] = [mixed[place]!, mixed[last]!];
  }
  return mixed;
}
