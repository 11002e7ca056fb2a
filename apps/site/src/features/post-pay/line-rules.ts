import { POSTPAY_LEAST_TOKENS } from '@klieg/contract/features/post-pay/limits';
import type { Uuid } from '@klieg/kernel';
import { DAY_MS, HOUR_MS } from '@klieg/kernel/time';

/** Ten tokens are a dollar. */
export const CENTS_PER_TOKEN = 10;
/** Spending on credit is charged this long after the last spend (CONSTANTS-016). */
export const IDLE_MS = HOUR_MS;
/** Less than `POSTPAY_LEAST_TOKENS` waits for more, but no longer than this. */
export const SMALL_WAITS_MS = 30 * DAY_MS;
export const CHARGES_A_DAY = 5;
/** Retries after a declined charge, in days after the first. */
const TRY_AFTER_DAYS = [1, 3, 7] as const;

export type LineState = 'declined' | 'active' | 'settling' | 'past_due' | 'suspended' | 'closed';

/** A credit line as it is kept (machine 22). Times are Unix milliseconds. */
export interface Line {
  readonly state: LineState;
  readonly limitTokens: number;
  /** No new credit; the debt is settled by the usual rule. */
  readonly isEnding: boolean;
  readonly wasChargedBack: boolean;
  /** Credit in use at the last look, since when there is any, and when it last grew. */
  readonly usedTokens: number;
  readonly owedSince: number | null;
  readonly lastSpendAt: number | null;
  /** The open charge: its order, and the debt when it was frozen. At most one. */
  readonly charge: { readonly id: Uuid; readonly tokens: number } | null;
  /** Declines since it is past due. */
  readonly failures: number;
  readonly pastDueSince: number | null;
  readonly nextTryAt: number | null;
}

/** What a look at a line finds. */
export interface Sight {
  readonly now: number;
  /** What its owner has; below 0 where credit is in use. */
  readonly postedTokens: number;
  /** The part of the debt that was reversed after it had been spent: it was no credit. */
  readonly reclaimedTokens: number;
  /** Outcome of the open charge so far. */
  readonly charge: 'open' | 'paid' | 'failed';
  /** Charges of the last 24 hours. */
  readonly chargesToday: number;
  /** Somebody wants to pay at once. */
  readonly isPayNow: boolean;
  /** The order of the next charge, where one begins. */
  readonly freshId: Uuid;
}

const isOpen = ({ state }: Line): boolean =>
  state === 'active' || state === 'settling' || state === 'past_due';

/** What a settled charge leaves of a continuing line; a suspended one keeps its failures. */
const settled = { charge: null, failures: 0, pastDueSince: null, nextTryAt: null } as const;

function afterFailure(line: Line, now: number): Line {
  if (line.state === 'suspended' || line.state === 'closed') return { ...line, charge: null };
  const since = line.pastDueSince ?? now;
  // The first decline makes it past due; those of later tries count.
  const failures = line.pastDueSince === null ? 0 : line.failures + 1;
  const days = TRY_AFTER_DAYS[failures];
  const past = { ...line, charge: null, failures, pastDueSince: since };
  return days === undefined
    ? { ...past, state: 'suspended', nextTryAt: null }
    : { ...past, state: 'past_due', nextTryAt: since + days * DAY_MS };
}

function afterCharge(line: Line, { charge, now }: Sight): Line {
  if (!line.charge || charge === 'open') return line;
  if (charge === 'failed') return afterFailure(line, now);
  return isOpen(line) ? { ...line, ...settled, state: 'active' } : { ...line, charge: null, state: 'closed' };
}

/** Whether the used credit is charged now. */
function isDue(line: Line, { now, isPayNow, chargesToday }: Sight): boolean {
  const { usedTokens, limitTokens, owedSince, lastSpendAt, nextTryAt } = line;
  if (usedTokens === 0 || chargesToday >= CHARGES_A_DAY) return false;
  if (line.state === 'past_due' || line.state === 'suspended')
    return isPayNow || (nextTryAt !== null && now >= nextTryAt);
  if (line.state !== 'active') return false;
  if (isPayNow) return true;
  const isWorthIt = usedTokens >= POSTPAY_LEAST_TOKENS || now - (owedSince ?? now) >= SMALL_WAITS_MS;
  return isWorthIt && (usedTokens >= limitTokens || now - (lastSpendAt ?? now) >= IDLE_MS);
}

/**
 * A line with its current use. A refund is not a use, or the card would be charged again for what was just refunded; a
 * bank's chargeback stays owed, in a line that no longer charges.
 */
export function withUse<L extends Line>(
  line: L,
  { postedTokens, reclaimedTokens, now }: Pick<Sight, 'postedTokens' | 'reclaimedTokens' | 'now'>,
): L {
  const usedTokens = Math.max(0, -postedTokens - (line.wasChargedBack ? 0 : reclaimedTokens));
  return {
    ...line,
    usedTokens,
    owedSince: usedTokens > 0 ? (line.owedSince ?? now) : null,
    lastSpendAt: usedTokens > line.usedTokens ? now : line.lastSpendAt,
  };
}

/** The next state of a line, by the current facts; the same object if nothing changes. */
export function nextLine(before: Line, sight: Sight): Line {
  const line = withUse(afterCharge(before, sight), sight);
  if (line.wasChargedBack && line.state !== 'closed') return { ...line, state: 'closed' };
  if (line.charge) return line;
  if (line.usedTokens === 0) {
    // Paid by what was bought or received meanwhile.
    if (line.state === 'suspended') return { ...line, state: 'closed' };
    if (line.state === 'past_due') return { ...line, ...settled, state: line.isEnding ? 'closed' : 'active' };
    return line.state === 'active' && line.isEnding ? { ...line, state: 'closed' } : line;
  }
  if (!isDue(line, sight)) return line;
  return {
    ...line,
    state: line.state === 'active' ? 'settling' : line.state,
    charge: { id: sight.freshId, tokens: line.usedTokens },
  };
}

/** How far its owner's balance may go below 0 now. */
export const creditOf = ({
  state,
  isEnding,
  limitTokens,
}: Pick<Line, 'state' | 'isEnding' | 'limitTokens'>) =>
  (state === 'active' || state === 'settling') && !isEnding ? limitTokens : 0;

/** When the card is charged next where nothing else happens; null: nothing is owed, or nothing follows. */
export function nextChargeAt(line: Line): number | null {
  if (line.usedTokens === 0) return null;
  if (line.state === 'past_due') return line.nextTryAt;
  if (line.state !== 'active') return null;
  const idle = (line.lastSpendAt ?? 0) + IDLE_MS;
  return line.usedTokens >= POSTPAY_LEAST_TOKENS
    ? idle
    : Math.max(idle, (line.owedSince ?? 0) + SMALL_WAITS_MS);
}

/** Why this line's owner has too few tokens; undefined: not because of the line. */
export function shortageOf(
  line: Pick<Line, 'state' | 'isEnding'>,
): 'ledger.postpay_card_fail' | 'ledger.postpay_limit' | undefined {
  if (line.state === 'past_due' || line.state === 'suspended') return 'ledger.postpay_card_fail';
  return (line.state === 'active' || line.state === 'settling') && !line.isEnding
    ? 'ledger.postpay_limit'
    : undefined;
}
