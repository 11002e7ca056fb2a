/** What somebody has agreed to. */
export interface Caps {
  /** Tokens below which is bought. */
  readonly belowTokens: number;
  readonly perDay: number;
  readonly centsPerMonth: number;
}

/** What a look finds. */
export interface ReUpSight {
  readonly isEnabled: boolean;
  /** An order of an earlier charge that is not decided. */
  readonly hasOpenOrder: boolean;
  /** A page of theirs was open within the last minute. */
  readonly hasPage: boolean;
  /** The account may buy at all. */
  readonly mayBuy: boolean;
  readonly tokens: number;
  /** The balance at the last check; null: none yet. */
  readonly seenTokens: number | null;
  readonly priceCents: number;
  /** Charges of this day and cents of this month, including open but not declined ones. */
  readonly chargesToday: number;
  readonly centsThisMonth: number;
}

/**
 * Whether a package still is what somebody has agreed to: on sale, not dearer, and bringing no less. One that was agreed
 * to before prices could change is.
 */
export const keepsTerms = (
  product:
    | { readonly amountCents: number; readonly tokens: number; readonly bonusTokens: number }
    | undefined,
  agreed: { readonly agreedCents: number | null; readonly agreedTokens: number | null },
): boolean =>
  product !== undefined &&
  product.amountCents <= (agreed.agreedCents ?? product.amountCents) &&
  product.tokens + product.bonusTokens >= (agreed.agreedTokens ?? 0);

/** How long a page counts as open after it was last seen. */
export const PAGE_MS = 60_000;
/** Declines in a row that end it. */
export const FAILURES_MAX = 2;

/**
 * Whether tokens are bought now: `capped` if only a cap forbids it. Less than at the last check means that something
 * was spent.
 */
export function verdictOn(sight: ReUpSight, caps: Caps): 'buy' | 'capped' | 'wait' {
  const { tokens, seenTokens } = sight;
  if (!sight.isEnabled || sight.hasOpenOrder || !sight.hasPage || !sight.mayBuy) return 'wait';
  if (tokens >= caps.belowTokens || seenTokens === null || tokens >= seenTokens) return 'wait';
  const isWithin =
    sight.chargesToday < caps.perDay && sight.centsThisMonth + sight.priceCents <= caps.centsPerMonth;
  return isWithin ? 'buy' : 'capped';
}

/** How pages are told about a failed charge. */
export type ReUpFault = 'verification_required' | 'contact_support' | 'declined';

/** Reasons that the card's holder can fix, and those that staff has to look into. */
const VERIFIES = new Set(['AUTHCODE', 'DECLINEDCVV2', 'INVALIDZIP']);
const ASKS_SUPPORT = new Set(['CALLCENTER', 'TOOMANYDENIALS', 'SERVICENOTALLOWED', 'INVALIDACTION']);

/** What a decline asks of the person. @param isPage its biller wants the card's holder to confirm it on a page */
export function faultOf(declineCode: string | null, isPage = false): ReUpFault {
  if (isPage || VERIFIES.has(declineCode ?? '')) return 'verification_required';
  return ASKS_SUPPORT.has(declineCode ?? '') ? 'contact_support' : 'declined';
}

/** The first moments of the present UTC day and month. */
export function capStarts(now: number): { readonly day: Date; readonly month: Date } {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  const month = new Date(day);
  month.setUTCDate(1);
  return { day, month };
}

/** What counts for the caps, from orders since the beginning of the month. */
export function countCharges(
  orders: readonly { readonly state: string; readonly amountCents: number; readonly createdAt: Date }[],
  now: number,
): { readonly chargesToday: number; readonly centsThisMonth: number } {
  const { day, month } = capStarts(now);
  const counted = orders.filter(({ state }) => state !== 'declined' && state !== 'expired');
  const ofMonth = counted.filter(({ createdAt }) => createdAt >= month);
  return {
    chargesToday: ofMonth.filter(({ createdAt }) => createdAt >= day).length,
    centsThisMonth: ofMonth.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}
