/*
 * What somebody would do who has everything that the issuer and the site know, and wants to tell whose proof is whose. For
 * the test that shows that it comes to nothing.
 */

/** Everything that one side knows of one person, in the order in which that side came to know it. */
export interface Known {
  /** Whose it really is; no attack reads it, it only counts what was guessed rightly. */
  readonly truth: number;
  /** All values as text. */
  readonly values: readonly string[];
  /** The large numbers of it, of equal length: what is signed, and signatures. */
  readonly numbers: readonly Buffer[];
}

/** For each one of the issuer's, which of the site's is taken for the same person; undefined: no idea. */
type Guesses = readonly (number | undefined)[];
type Attack = (issuer: readonly Known[], site: readonly Known[]) => Guesses;

/** How long a piece of text must be to be no coincidence. */
const PIECE = 10;

const piecesOf = ({ values }: Known): ReadonlySet<string> =>
  new Set(
    values.flatMap((value) =>
      Array.from({ length: Math.max(0, value.length - PIECE + 1) }, (_, at) => value.slice(at, at + PIECE)),
    ),
  );

/** Any piece of any value that both sides have of one person alone. */
const bySamePieces: Attack = (issuer, site) => {
  const owners = new Map<string, number>();
  const shared = new Set<string>();
  for (const [index, known] of site.entries())
    for (const piece of piecesOf(known)) {
      if (owners.has(piece)) shared.add(piece);
      owners.set(piece, index);
    }
  return issuer.map((known) => {
    const telling = [...piecesOf(known)].find((piece) => owners.has(piece) && !shared.has(piece));
    return telling === undefined ? undefined : owners.get(telling);
  });
};

/** Who came first at one side came first at the other, or who came last. */
const byOrder: Attack = (issuer) => issuer.map((_, index) => index);
const byOrderBackwards: Attack = (issuer) => issuer.map((_, index) => issuer.length - 1 - index);

const ranked = (all: readonly Known[], which: number) =>
  all
    .map(({ numbers }, index) => ({ number: numbers[which]!, index }))
    .toSorted((a, b) => Buffer.compare(a.number, b.number))
    .map(({ index }) => index);

/** The smallest number belongs to the smallest, and so on. */
const byRank =
  (which: number, whichOfSite: number): Attack =>
  (issuer, site) => {
    const [left, right] = [ranked(issuer, which), ranked(site, whichOfSite)];
    const guesses: number[] = [];
    for (const [rank, index] of left.entries()) guesses[index] = right[rank]!;
    return guesses;
  };

function equalBytes(a: Buffer, b: Buffer): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) if (a[at] === b[at]) count += 1;
  return count;
}

/** The numbers that have most bytes in common. */
const byLikeness =
  (which: number, whichOfSite: number): Attack =>
  (issuer, site) =>
    issuer.map(({ numbers }) => {
      let best = { index: 0, count: -1 };
      for (const [index, other] of site.entries()) {
        const count = equalBytes(numbers[which]!, other.numbers[whichOfSite]!);
        if (count > best.count) best = { index, count };
      }
      return best.index;
    });

/** Every attack, with the pairs of numbers that can be held against each other. */
const attacks: Readonly<Record<string, Attack>> = {
  'the same pieces': bySamePieces,
  'the same order': byOrder,
  'the order backwards': byOrderBackwards,
  'rank of what was signed and of the signature': byRank(0, 0),
  'rank of the answer and of the signature': byRank(1, 0),
  'likeness of what was signed and of what it says': byLikeness(0, 1),
  'likeness of the answer and of the signature': byLikeness(1, 0),
};

/** How many people each attack has found. */
export const attack = (issuer: readonly Known[], site: readonly Known[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(attacks).map(([name, guess]) => [
      name,
      guess(issuer, site).filter(
        (index, at) => index !== undefined && site[index]!.truth === issuer[at]!.truth,
      ).length,
    ]),
  );
