import type { TipTier } from '../../shared/tip-tier.ts';

/** How long the lower third of a tier stays, in milliseconds; 0 for tiers without one. */
export const lowerThirdMs = (tier: TipTier): number => (tier === 4 ? 4_000 : tier === 3 ? 2_500 : 0);

export type TipSound = 'tick' | 'two-ticks' | 'lamp' | 'big-lamp' | 'spotlight' | 'special';

const SPECIAL = new Set([9, 69, 169, 321, 420, 666, 777]);

/**
 * Sound of a tip: by tier (under 15, 100, 500, 1000, at least 1000), or the special one at certain amounts;
 * 1000 is special only on the main site (CONSTANTS-056 to CONSTANTS-058).
 */
export function tipSound(amountTokens: number, isWhiteLabel: boolean): TipSound {
  if (SPECIAL.has(amountTokens) || (amountTokens === 1_000 && !isWhiteLabel)) return 'special';
  if (amountTokens >= 1_000) return 'spotlight';
  if (amountTokens >= 500) return 'big-lamp';
  if (amountTokens >= 100) return 'lamp';
  return amountTokens >= 15 ? 'two-ticks' : 'tick';
}
