import { DEFAULT_TIP_TOKENS, TIP_TOKENS_MAX } from '@klieg/contract/features/tipping/limits';
import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** Amounts that are one press away. */
export const PRESETS = [15, 25, 60, 120, 500] as const;

const KEY = 'last-tip';

/** A whole amount from 1 to the most that one tip may be, or undefined. */
export function parseAmount(text: string): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,6}$/u.test(digits)) return undefined;
  const amount = Number(digits);
  return amount >= 1 && amount <= TIP_TOKENS_MAX ? amount : undefined;
}

/** What this browser tipped last, else 25 (LEDGER-TIP-008). */
export const lastAmount = (): number =>
  readLocal(KEY, (value) => parseAmount(String(value))) ?? DEFAULT_TIP_TOKENS;

/** Remembers an amount after the tip has succeeded. */
export const rememberAmount = (amountTokens: number): void => writeLocal(KEY, amountTokens);
