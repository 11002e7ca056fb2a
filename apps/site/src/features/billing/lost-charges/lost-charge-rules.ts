import { HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { ListedSale, LookedUp } from '../billers/port/biller-port.ts';

/** After this many milliseconds staff has to decide a charge; the biller is still asked. */
export const DESK_AFTER_MS = 6 * HOUR_MS;

/** Why a charge is not decided yet. */
export type Found = 'no_answer' | 'not_known' | 'not_listed' | 'several';

/** What is known of a charge besides the biller's answer. */
export interface LostSight {
  /** Since the biller was asked for it. */
  readonly ageMs: number;
  /** After this time the biller knows of every charge that was made. */
  readonly knownAfterMs: number;
  /** Transactions that are known to pay other orders. */
  readonly claimed: ReadonlySet<string>;
  /** Other orders of its price at this biller, of about its time, that are not decided either. */
  readonly rivals: number;
}

/** What to do with a charge after a look. */
export type LostVerdict =
  | { readonly kind: 'told'; readonly looked: Extract<LookedUp, { readonly kind: 'told' }> }
  | { readonly kind: 'paid'; readonly sale: ListedSale }
  | { readonly kind: 'not_charged' }
  | {
      readonly kind: 'wait';
      readonly found: Found;
      readonly sales: readonly ListedSale[];
      /** Whether a person has to decide it. */
      readonly isForDesk: boolean;
    };

/**
 * Outcome of a charge from its biller's answer. A merely listed sale is accepted if it is the only one without another
 * order, and no other order can claim it; with several, a person decides.
 */
export function decideLost(looked: LookedUp, sight: LostSight): LostVerdict {
  if (looked.kind === 'told') return { kind: 'told', looked };
  const isKnownByNow = sight.ageMs >= sight.knownAfterMs;
  const wait = (found: Found, sales: readonly ListedSale[] = [], isForDesk = false): LostVerdict => ({
    kind: 'wait',
    found,
    sales,
    isForDesk: isForDesk || sight.ageMs >= DESK_AFTER_MS,
  });
  if (looked.kind === 'no_answer') return wait('no_answer');
  if (looked.kind === 'not_known') return isKnownByNow ? { kind: 'not_charged' } : wait('not_known');
  const open = looked.sales.filter(({ transactionId }) => !sight.claimed.has(transactionId));
  const [only, ...others] = open;
  if (!only) return isKnownByNow ? { kind: 'not_charged' } : wait('not_listed');
  if (others.length > 0 || sight.rivals > 0) return wait('several', open, isKnownByNow);
  return { kind: 'paid', sale: only };
}

/** Milliseconds until the next look, after this many looks: sooner at the beginning, then every hour. */
export const nextLookMs = (looks: number): number => Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(looks, 6));
