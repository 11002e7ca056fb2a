import { FAN_GRACE_DAYS, FAN_PERIOD_DAYS } from '@klieg/contract/features/fan-club/limits';
import type { FanLevel } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';

/** One period of a membership. */
export const PERIOD_MS = FAN_PERIOD_DAYS * DAY_MS;
/** How long somebody who could not pay keeps the rights; the charge is retried once a day (S2105). */
export const GRACE_MS = FAN_GRACE_DAYS * DAY_MS;
/** A changed price holds for a renewal that is at least this far away (S2104). */
export const PRICE_TOLD_MS = 7 * DAY_MS;
/** How long before a charge its member is told (S2104). */
export const RENEWAL_TOLD_MS = 3 * DAY_MS;
/** A performer suspended for longer counts as having left (S2106). */
export const LEFT_AFTER_MS = 7 * DAY_MS;
/** The performer's share of what members pay, in percent (S8). */
export const FAN_SHARE_PERCENT = 80;

/** Cheapest first; a higher level has all that a lower one has. */
export const LEVELS = ['supporter', 'insider', 'legend'] as const satisfies readonly FanLevel[];

const rankOf = (level: FanLevel): number => LEVELS.indexOf(level);

/** Whether a member of one level may have what is for another. */
export const covers = (own: FanLevel | null, wanted: FanLevel): boolean =>
  own !== null && rankOf(own) >= rankOf(wanted);

/** The levels that may have what is for this one. */
export const levelsFrom = (level: FanLevel): readonly FanLevel[] => LEVELS.slice(rankOf(level));

/** Insiders and legends look into privates without paying (SHOWS-054). */
export const spiesForFree = (level: FanLevel | null): boolean => covers(level, 'insider');

/** A membership as it is kept; times in Unix milliseconds. */
export interface Membership {
  readonly level: FanLevel;
  readonly state: 'active' | 'canceled' | 'past_due' | 'ended';
  readonly price: number;
  readonly periodEndsAt: number;
  readonly nextLevel: FanLevel | null;
  readonly nextPrice: number | null;
}

export type Prices = Readonly<Record<FanLevel, number>>;

/** What a membership gives its member now. */
export function levelNow(
  membership: Pick<Membership, 'level' | 'state' | 'periodEndsAt'> | undefined,
  now: number,
): FanLevel | null {
  if (!membership || membership.state === 'ended') return null;
  const grace = membership.state === 'canceled' ? 0 : GRACE_MS;
  return now < membership.periodEndsAt + grace ? membership.level : null;
}

/** What a wish to join comes to. */
export type Plan =
  | {
      readonly kind: 'join' | 'upgrade' | 'renewal';
      readonly level: FanLevel;
      /** What is paid now; 0: nothing. */
      readonly tokens: number;
      /** What a period costs from now on. */
      readonly price: number;
      readonly periodStartsAt: number;
      readonly periodEndsAt: number;
    }
  /** The level changes with the next period. */
  | { readonly kind: 'later'; readonly level: FanLevel; readonly price: number };

/**
 * What somebody who wants a level has to pay, and until when it runs (S2101, S2102, S2105).
 * @throws fan_club.already_member, common.price_changed
 */
export function planJoin(
  membership: Membership | undefined,
  wanted: { readonly level: FanLevel; readonly price: number },
  { prices, now }: { readonly prices: Prices; readonly now: number },
): Plan {
  const { level } = wanted;
  const price = prices[level];
  if (price !== wanted.price) throw new AppError('common.price_changed', { params: { price } });
  if (!membership || levelNow(membership, now) === null)
    return {
      kind: 'join',
      level,
      tokens: price,
      price,
      periodStartsAt: now,
      periodEndsAt: now + PERIOD_MS,
    };
  const { periodEndsAt } = membership;
  // Who could not pay pays the period that has begun since.
  if (periodEndsAt <= now)
    return {
      kind: 'renewal',
      level,
      tokens: price,
      price,
      periodStartsAt: periodEndsAt,
      periodEndsAt: periodEndsAt + PERIOD_MS,
    };
  if (level === membership.level) {
    if (membership.nextLevel === null) throw new AppError('fan_club.already_member');
    // Stays after all, at the previous price.
    return { kind: 'later', level, price: membership.price };
  }
  if (!covers(level, membership.level)) {
    if (level === membership.nextLevel) throw new AppError('fan_club.already_member');
    return { kind: 'later', level, price };
  }
  return {
    kind: 'upgrade',
    level,
    tokens: restOf(Math.max(0, price - membership.price), periodEndsAt - now),
    price,
    periodStartsAt: periodEndsAt - PERIOD_MS,
    periodEndsAt,
  };
}

/** The share of a period's tokens for its remaining time, rounded down. */
export const restOf = (tokens: number, leftMs: number): number =>
  Math.floor((tokens * Math.min(Math.max(0, leftMs), PERIOD_MS)) / PERIOD_MS);

/** Refunds for each payment of a period that ends early, newest first; each is refunded at most in full. */
export function shareRefund<P extends { readonly tokens: number }>(
  payments: readonly P[],
  tokens: number,
): readonly { readonly payment: P; readonly tokens: number }[] {
  const parts: { payment: P; tokens: number }[] = [];
  let left = tokens;
  for (const payment of payments) {
    const part = Math.min(left, payment.tokens);
    if (part > 0) parts.push({ payment, tokens: part });
    left -= part;
  }
  return parts;
}

/** The next retry of a renewal that could not be paid; undefined: none is left, the membership ends. */
export const nextTryAt = (periodEndsAt: number, now: number): number | undefined => {
  const next = now + DAY_MS;
  return next < periodEndsAt + GRACE_MS ? next : undefined;
};
