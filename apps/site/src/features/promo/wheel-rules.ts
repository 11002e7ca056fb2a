import type { WheelName } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';

/** What a wheel gives and how often; the sum of the weights is the whole wheel. */
export interface WheelPlan {
  readonly weights: readonly number[];
  /** Tokens of each field. */
  readonly prizes: readonly number[];
}

/** The most that one spin can cost: reserved with it. */
export const costMax = ({ prizes }: Pick<WheelPlan, 'prizes'>): number => Math.max(...prizes);

/** A spin that was not made in this time is gone. */
export const SPIN_VALID_MS = 30 * DAY_MS;
/** How long tokens wait for a confirmed address. */
export const HOLD_MS = 30 * DAY_MS;
/** A buyer gets a daily spin of the vault's wheel for this long. */
export const VAULT_MEMBER_MS = 30 * DAY_MS;
export const VAULT_EVERY_MS = DAY_MS;
/** Clocks of nodes differ: a seed is opened a little after its day has ended. */
const REVEAL_AFTER_MS = 5 * 60_000;

/** When a UTC day ends, in Unix milliseconds. */
export const endOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY_MS;

/** Whether the seed of a day may be revealed: nothing is drawn with it any more. */
export const isRevealed = (day: string, nowMs: number): boolean => nowMs >= endOfDay(day) + REVEAL_AFTER_MS;

/** What a seed was made for, as draws name it (rule S12). */
export const instanceOf = (wheel: WheelName, accountId: number, day: string): string =>
  `${wheel}-wheel:${accountId}:${day}`;

/** A prize as the wire names it. */
export const presentPrize = (tokens: number) => ({
  id: `tokens_${tokens}`,
  label: `${tokens} tokens`,
  tokens,
});

/** The fields of a wheel with how often each comes, in percent: by the very weights that draw. */
export function presentPlan({ weights, prizes }: WheelPlan) {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return prizes.map((tokens, slot) => ({
    ...presentPrize(tokens),
    odds_percent: (weights[slot]! * 100) / whole,
  }));
}

/** What the transfer of a prize refers to. */
export const refOf = (draw: {
  readonly wheel: WheelName;
  readonly accountId: number;
  readonly day: string;
  readonly n: number;
}): string => `${instanceOf(draw.wheel, draw.accountId, draw.day)}|${draw.n}`;
