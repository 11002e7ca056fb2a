import type { Routes } from '../call.ts';

export const promoRoutes = {
  getPromos: ['GET', '/billing/promos'],
  redeemPromo: ['POST', '/promo/redeem'],
  getPromoWheel: ['GET', '/promo-wheel/spins'],
  spinPromoWheel: ['POST', '/promo-wheel/spin'],
  getVaultWheel: ['GET', '/vault-wheel'],
  spinVaultWheel: ['POST', '/vault-wheel/spin'],
  listDraws: ['GET', '/promo-wheel/draws'],
  noteOffer: ['POST', '/promo/offer/seen'],
} as const satisfies Routes;
