import type { AutoReUps, CurrentUser, Product } from '@klieg/contract';
import { RE_UP_LIMITS } from '@klieg/contract/features/re-up/re-up-limits';
import type { PaymentMethod } from '../purchase/payment-methods.ts';

/** The terms agreed to with one tick during a purchase; the account page has the form with other numbers. */
export const RE_UP_OFFER = {
  belowTokens: RE_UP_LIMITS.below.default,
  perDay: RE_UP_LIMITS.perDay.default,
  centsPerMonth: RE_UP_LIMITS.perMonth.default,
} as const;

const isOn = (current: Pick<CurrentUser, 'settings'>): boolean => {
  try {
    return (JSON.parse(current.settings.auto_re_ups) as AutoReUps).enabled;
  } catch {
    return false;
  }
};

/**
 * Whether automatic purchases of a package are offered with its purchase: at a biller that charges cards on file,
 * within the month's limit, to people without any who do not pay later anyway.
 */
export const offersReUp = (
  current: Pick<CurrentUser, 'settings' | 'postpay'> | undefined,
  product: Pick<Product, 'is_oneclick' | 'amount' | 'membership'>,
  method: Pick<PaymentMethod, 'kind'>,
): boolean =>
  current !== undefined &&
  !current.postpay &&
  !isOn(current) &&
  (method.kind === 'card' || method.kind === 'new-card') &&
  product.is_oneclick &&
  product.membership === null &&
  product.amount <= RE_UP_OFFER.centsPerMonth;

/** The consent, as the setting has it; without a card it counts with the one that the purchase leaves. */
export const reUpConsent = (product: Pick<Product, 'internal_id'>, cardId?: string): AutoReUps => ({
  enabled: true,
  internal_id: product.internal_id,
  below: RE_UP_OFFER.belowTokens,
  ...(cardId !== undefined && { card_id: cardId }),
  max_per_day: RE_UP_OFFER.perDay,
  max_cents_per_month: RE_UP_OFFER.centsPerMonth,
  disabled_by_user: false,
});
