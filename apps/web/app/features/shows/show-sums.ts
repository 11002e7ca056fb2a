/** Tokens that so many seconds cost, and that come back for as many that were not delivered. */
export const tokensFor = (pricePerMinute: number, seconds: number): number =>
  Math.floor((pricePerMinute * seconds) / 60);

/** Whole minutes that a balance lasts. */
export const minutesFor = (tokens: number, pricePerMinute: number): number =>
  pricePerMinute > 0 ? Math.floor(tokens / pricePerMinute) : 0;

/** Seconds left at which a viewer without post-pay is warned, once (CONSTANTS-051). */
export const LOW_SECONDS = 60;
/** Tokens for a dollar. */
const TOKENS_PER_DOLLAR = 10;

/** Whether the time runs out: by the seconds that are left, or with post-pay by what can still be had (SHOWS-037) (SHOWS-038). */
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

/** The part of a minute's price below which nobody goes on to spy: one sixth (CONSTANTS-052). */
const SPY_PART = 6;

/** Whether the page ends a spy's look by itself: too few tokens for the next ten seconds (SHOWS-036). */
export function mustLeaveSpy(facts: {
  readonly tokens: number;
  /** Seconds that tokens and what is held for this last; undefined where it was not told. */
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
