/** Price of this many seconds, or the refund for as many undelivered ones. */
export const tokensFor = (pricePerMinute: number, seconds: number): number =>
  Math.floor((pricePerMinute * seconds) / 60);

/** Whole minutes that a balance lasts. */
export const minutesFor = (tokens: number, pricePerMinute: number): number =>
  pricePerMinute > 0 ? Math.floor(tokens / pricePerMinute) : 0;

/** Seconds left at which a viewer without post-pay is warned, once (CONSTANTS-051). */
export const LOW_SECONDS = 60;
/** Tokens for a dollar. */
const TOKENS_PER_DOLLAR = 10;

/**
 * Whether the time is running out: by the remaining seconds, or with post-pay by what can still be spent (SHOWS-037)
 * (SHOWS-038).
 */
export function isTimeLow(facts: {
  readonly remainingSeconds: number | undefined;
  readonly pricePerMinute: number;
  /** Dollars of post-pay that are left; undefined without post-pay, or while they are not known. */
  readonly availableDollars?: number | undefined;
  readonly hasPostpay: boolean;
}): boolean {
  const { remainingSeconds, pricePerMinute, availableDollars, hasPostpay } = facts;
  if (!hasPostpay) return remainingSeconds !== undefined && remainingSeconds <= LOW_SECONDS;
  return availableDollars !== undefined && TOKENS_PER_DOLLAR * availableDollars <= pricePerMinute;
}

/** The part of a minute's price needed to continue spying: one sixth (CONSTANTS-052). */
const SPY_PART = 6;

/** Whether the page itself ends a spy's look: too few tokens for the next ten seconds (SHOWS-036). */
export function mustLeaveSpy(facts: {
  readonly tokens: number;
  /** How many seconds tokens and holds last; undefined if unknown. */
  readonly remainingSeconds: number | undefined;
  readonly pricePerMinute: number;
  readonly hasPostpay: boolean;
  readonly isFree: boolean;
  /** Seconds of the free preview that are left. */
  readonly previewSeconds: number;
}): boolean {
  const { tokens, remainingSeconds, pricePerMinute, hasPostpay, isFree, previewSeconds } = facts;
  if (hasPostpay || isFree || previewSeconds > 0) return false;
  const available =
    remainingSeconds === undefined ? tokens : Math.max(tokens, (remainingSeconds * pricePerMinute) / 60);
  return available < pricePerMinute / SPY_PART;
}
