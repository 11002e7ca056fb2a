import type { ListedSale, LookedUp } from './biller-port.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After so long somebody has to decide a charge, in milliseconds; the biller is asked on all the same. */
export const DESK_AFTER_MS = 6 * HOUR_MS;

/** Why a charge is not decided yet. */
export type Found = 'no_answer' | 'not_known' | 'not_listed' | 'several';

/** What is known of a charge beside the biller's answer. */
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

/** What is done with a charge after a look. */
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
 * What came of a charge by what its biller says. A sale that is only listed is believed where it is the only one that no
 * other order has, and no other order can have it; where there are several, a person decides.
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

/** When the next look is due after so many, in milliseconds: sooner at the beginning, then every hour. */
export const nextLookMs = (looks: number): number => Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(looks, 6));
