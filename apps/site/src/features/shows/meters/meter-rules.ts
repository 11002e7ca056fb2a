import type { AccountId, Uuid } from '@klieg/kernel';

/*
 * What delivered time costs (S11, S17). Time is charged in steps of ten delivered seconds; the sum after each step
 * depends only on the number of steps, so that every recalculation gives the same. Pure.
 */

export const INTERVAL_SECONDS = 10;
const INTERVAL_MS = INTERVAL_SECONDS * 1_000;
/** A meter pauses after this long without delivery. */
export const STANDS_AFTER_MS = 5_000;

/** One payer's time in one show. */
export interface Meter {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly kind: 'private' | 'spy' | 'voyeur' | 'group';
  readonly payerId: AccountId;
  readonly receiverId: AccountId;
  /** Tokens a minute; 0: it costs nothing. */
  readonly price: number;
  /** How many seconds are held in advance; 0: nothing beyond what was bought. */
  readonly aheadSeconds: number;
  /** What the first delivered picture costs; it pays for the time that costs as much. */
  readonly startupTokens: number;
}

/** Tokens for this many seconds at a price per minute. */
export const tokensFor = (price: number, seconds: number): number => Math.floor((price * seconds) / 60);

/** Whole intervals in this many delivered milliseconds. */
export const intervalsIn = (deliveredMs: number): number => Math.floor(deliveredMs / INTERVAL_MS);

/** The newest step that delivered time has reached: -1 before the first picture, 0 with it, then one each interval. */
export const stepsDue = (deliveredMs: number): number => (deliveredMs > 0 ? intervalsIn(deliveredMs) : -1);

type Priced = Pick<Meter, 'price' | 'startupTokens'>;

/** What this many seconds cost from the first picture on. */
const costOf = ({ price, startupTokens }: Priced, seconds: number): number =>
  Math.max(startupTokens, tokensFor(price, seconds));

/** What is charged in total after a step. */
export const chargedAfter = (meter: Priced, step: number): number =>
  step < 0 ? 0 : costOf(meter, step * INTERVAL_SECONDS);

/** What a step itself charges. */
export const costOfStep = (meter: Priced, step: number): number =>
  chargedAfter(meter, step) - chargedAfter(meter, step - 1);

/** Total cost, to the second, if it ends now. */
export const finalCharge = (meter: Priced, deliveredMs: number): number =>
  deliveredMs > 0 ? costOf(meter, Math.floor(deliveredMs / 1_000)) : 0;

/** What must be held for this many seconds from the start. */
export const tokensToHold = (meter: Priced, seconds: number): number => costOf(meter, seconds);

/** The whole intervals, in seconds, that a hold covers from the start. */
export function secondsCovered({ price }: Pick<Meter, 'price'>, tokens: number): number {
  if (price === 0) return Number.MAX_SAFE_INTEGER;
  // The most seconds whose cost, rounded down, is at most that.
  const seconds = Math.ceil(((tokens + 1) * 60) / price) - 1;
  return Math.floor(seconds / INTERVAL_SECONDS) * INTERVAL_SECONDS;
}

/** How long somebody can continue: from what is held for the coming intervals, and what they can still spend (S308). */
export const remainingSeconds = (
  { price }: Pick<Meter, 'price'>,
  at: { readonly heldSeconds: number; readonly steps: number; readonly spendable: number },
): number =>
  Math.max(0, at.heldSeconds - Math.max(0, at.steps) * INTERVAL_SECONDS) +
  Math.max(0, Math.floor((at.spendable * 60) / price));
