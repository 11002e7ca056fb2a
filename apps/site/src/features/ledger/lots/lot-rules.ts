import type { Tokens, Uuid } from '@klieg/kernel';

/**
 * Bought tokens: places from `lo` to `hi` among all that an account ever bought; from `voidFrom` on they were taken
 * back unspent.
 */
export interface LotRow {
  readonly lo: number;
  readonly hi: number;
  readonly voidFrom: number | null;
  readonly transferId: Uuid | null;
}

/** A payment's bought tokens: how many, and the place of the first. */
export interface SpendRow {
  readonly id: Uuid;
  readonly paidFrom: number;
  readonly tokens: Tokens;
}

/** Tokens of one payment or purchase. */
export interface Part {
  readonly id: Uuid;
  readonly tokens: Tokens;
}

const topOf = ({ hi, voidFrom }: LotRow): number => voidFrom ?? hi;

/** The places of a payment, as pieces between those that were voided. */
function piecesOf(spend: SpendRow, lots: readonly LotRow[]): readonly (readonly [number, number])[] {
  const pieces: [number, number][] = [];
  let at = spend.paidFrom;
  let missing = spend.tokens;
  for (const lot of lots) {
    if (lot.hi <= at || topOf(lot) === lot.hi) continue;
    const end = Math.min(topOf(lot), at + missing);
    if (end > at) pieces.push([at, end]);
    missing -= Math.max(0, end - at);
    if (missing === 0) return pieces;
    at = lot.hi;
  }
  return [...pieces, [at, at + missing]];
}

/**
 * Which payments a lot paid for, and with how many of its tokens.
 * @param lots all of the account, in order
 */
export function spentFrom(lot: LotRow, lots: readonly LotRow[], spends: readonly SpendRow[]): Part[] {
  return spends.flatMap((spend) => {
    const tokens = piecesOf(spend, lots).reduce(
      (sum, [from, to]) => sum + Math.max(0, Math.min(to, topOf(lot)) - Math.max(from, lot.lo)),
      0,
    );
    return tokens > 0 ? [{ id: spend.id, tokens }] : [];
  });
}

/** How much of a lot is neither spent nor taken back, after this many tokens were spent. */
export const leftOf = (lot: LotRow, paidOut: number): Tokens =>
  Math.max(0, topOf(lot) - Math.max(lot.lo, paidOut));
