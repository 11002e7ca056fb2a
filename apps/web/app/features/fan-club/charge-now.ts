import type { FanLevel, FanMembership } from '@klieg/contract';
import { FAN_GRACE_DAYS, FAN_PERIOD_DAYS } from '@klieg/contract/features/fan-club/limits';
import { DAY_MS } from '@klieg/kernel/time';
import { FAN_LEVELS } from './level-words.tsx';

const PERIOD_MS = FAN_PERIOD_DAYS * DAY_MS;
const GRACE_MS = FAN_GRACE_DAYS * DAY_MS;

/** What a press for a level comes to. */
export type ChargeNow =
  | { readonly kind: 'join' | 'renewal'; readonly tokens: number; readonly nextAt: number }
  /** The difference for the rest of the period; a little less by the time it is paid. */
  | { readonly kind: 'upgrade'; readonly tokens: number; readonly nextAt: number }
  /** The level changes with the next period, and nothing is paid now. */
  | { readonly kind: 'later'; readonly tokens: 0; readonly nextAt: number };

/**
 * What a level costs now, and when it is charged next (S2101, S2102, S2105).
 * @param price tokens a month for the wanted level
 * @param ownPrice the same for the level that the membership has; undefined where it is no longer offered
 */
export function chargeNow(
  membership: FanMembership | null,
  wanted: FanLevel,
  { price, ownPrice }: { readonly price: number; readonly ownPrice: number | undefined },
  now: number,
): ChargeNow {
  const endsAt = membership ? Date.parse(membership.renews_at) : 0;
  if (!membership || now >= endsAt + (membership.auto_renew ? GRACE_MS : 0))
    return { kind: 'join', tokens: price, nextAt: now + PERIOD_MS };
  if (endsAt <= now) return { kind: 'renewal', tokens: price, nextAt: endsAt + PERIOD_MS };
  const rank = (level: FanLevel) => FAN_LEVELS.indexOf(level);
  if (rank(wanted) <= rank(membership.level)) return { kind: 'later', tokens: 0, nextAt: endsAt };
  const { next_level: nextLevel, next_price: nextPrice } = membership;
  const own = nextLevel === null ? nextPrice : (ownPrice ?? 0);
  const rest = Math.min(endsAt - now, PERIOD_MS);
  return {
    kind: 'upgrade',
    tokens: Math.floor((Math.max(0, price - own) * rest) / PERIOD_MS),
    nextAt: endsAt,
  };
}
