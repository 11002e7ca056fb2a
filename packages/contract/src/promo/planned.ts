import type { PlannedRoute } from '../call.ts';

/** Calls of promo that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const promoPlanned: readonly PlannedRoute[] = [
  ['GET', '/billing/promos'],
  ['POST', '/promo/redeem'],
  ['GET', '/promo-wheel/spins'],
  ['POST', '/promo-wheel/spin'],
  ['GET', '/vault-wheel'],
  ['POST', '/vault-wheel/spin'],
  ['POST', '/promo/offer/seen'],
];
