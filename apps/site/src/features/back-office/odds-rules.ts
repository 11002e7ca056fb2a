import { AppError } from '@klieg/kernel';
import { costMax, type WheelPlan } from '../promo/index.ts';

/** Odds are given in hundredths of a percent, so that the shown odds are exactly those of the draw. */
const WHOLE = 10_000;
const PER_PERCENT = 100;
/** What a number of decimals loses on its way. */
const NEARLY = 1e-6;

/** A field of a wheel as it is put in. */
export interface GivenField {
  readonly tokens: number;
  readonly odds_percent: number;
}

/**
 * The weights of a wheel's fields.
 * @param budgetTokens what may be promised in a day; 0: there are no promotions, and no prize is too high
 * @throws back_office.odds_invalid, back_office.prize_twice, back_office.prize_over_budget
 */
export function planOf(fields: readonly GivenField[], budgetTokens: number): WheelPlan {
  const given = fields.map(({ odds_percent: odds }) => odds * PER_PERCENT);
  const weights = given.map(Math.round);
  const isExact = given.every((odds, at) => weights[at]! > 0 && Math.abs(odds - weights[at]!) < NEARLY);
  if (!isExact || weights.reduce((sum, weight) => sum + weight, 0) !== WHOLE)
    throw new AppError('back_office.odds_invalid');
  const plan = { weights, prizes: fields.map(({ tokens }) => tokens) };
  if (new Set(plan.prizes).size < fields.length) throw new AppError('back_office.prize_twice');
  if (budgetTokens > 0 && costMax(plan) > budgetTokens) throw new AppError('back_office.prize_over_budget');
  return plan;
}

/** What a spin costs on average, in hundredths of a token. */
export function meanCost({ weights, prizes }: WheelPlan): number {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const all = weights.reduce((sum, weight, slot) => sum + weight * prizes[slot]!, 0);
  return Math.round((all * 100) / whole);
}
