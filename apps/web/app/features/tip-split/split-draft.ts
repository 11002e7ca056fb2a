import {
  shareOf,
  SPLIT_TOTAL_MAX,
  SPLIT_TOTAL_MIN,
  SPLITTERS_MAX,
  SPLITTERS_MIN,
} from '@klieg/contract/features/tip-split/split-limits';

/** The parsed input of the dialog. */
export interface SplitDraft {
  readonly amount: number | undefined;
  readonly splitters: number | undefined;
  /** What each gives; known when both are. */
  readonly share: number | undefined;
}

/** A whole number within the bounds, or undefined. */
function readWhole(text: string, min: number, max: number): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,6}$/u.test(digits)) return undefined;
  const number = Number(digits);
  return number >= min && number <= max ? number : undefined;
}

/** Reads both fields. */
export function readSplitDraft(amountText: string, splittersText: string): SplitDraft {
  const amount = readWhole(amountText, SPLIT_TOTAL_MIN, SPLIT_TOTAL_MAX);
  const splitters = readWhole(splittersText, SPLITTERS_MIN, SPLITTERS_MAX);
  const share = amount !== undefined && splitters !== undefined ? shareOf(amount, splitters) : undefined;
  return { amount, splitters, share };
}
