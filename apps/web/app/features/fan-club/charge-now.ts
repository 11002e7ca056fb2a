import type { FanLevel, FanMembership } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { FAN_LEVELS } from './level-words.tsx';

const PERIOD_MS = 30 * DAY_MS;

/** What a press for a level comes to. */
export type ChargeNow =
  | { readonly kind: 'join' | 'renewal'; readonly tokens: number; readonly nextAt: number }
  /** The difference for the rest of the period; a little less by the time it is paid. */
  | { readonly kind: 'upgrade'; readonly tokens: number; readonly nextAt: number }
  /** The level changes with the next period, and nothing is paid now. */
  | { readonly kind: 'later'; readonly tokens: 0; readonly nextAt: number };

/**
 * What a level costs now, and when it is charged next (S2101, S2102, S2105).
 * @param priceOf tokens a month, by level
 */
export function chargeNow(
  membership: FanMembership | null,
  wanted: FanLevel,
  priceOf: Readonly<Record<FanLevel, number>>,
  now: number,
): ChargeNow {
  const price = priceOf[wanted];
  if (!membership) return { kind: 'join', tokens: price, nextAt: now + PERIOD_MS };
  const endsAt = Date.parse(membership.renews_at);
  if (endsAt <= now) return { kind: 'renewal', tokens: price, nextAt: endsAt + PERIOD_MS };
  const rank = (level: FanLevel) => FAN_LEVELS.indexOf(level);
  if (rank(wanted) <= rank(membership.level)) return { kind: 'later', tokens: 0, nextAt: endsAt };
  const { level, next_level: nextLevel, next_price: nextPrice } = membership;
  const own = nextLevel === null ? nextPrice : priceOf[level];
  const rest = Math.min(endsAt - now, PERIOD_MS);
  return {
    kind: 'upgrade',
    tokens: Math.floor((Math.max(0, price - own) * rest) / PERIOD_MS),
    nextAt: endsAt,
  };
}
