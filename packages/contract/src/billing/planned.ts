import type { PlannedRoute } from '../call.ts';

/** Calls of billing that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const billingPlanned: readonly PlannedRoute[] = [
  ['GET', '/billing/show-live-help'],
  ['GET', '/billing/fling_live_site'],
  ['GET', '/billing/products_rcc'],
  ['POST', '/payment/daily-limit'],
  ['GET', '/billing/balance_check'],
  ['GET', '/billing/postpay_decline'],
  ['POST', '/billing/postpay/enable'],
  ['POST', '/billing/postpay/card'],
  ['POST', '/billing/postpay/settle'],
  ['GET', '/billing/cards'],
  ['POST', '/billing/cards/start'],
  ['POST', '/billing/cards/{id}/default'],
  ['POST', '/billing/cards/{id}/delete'],
  ['POST', '/billing/cards/{id}/affidavit'],
  ['POST', '/billing/re_up'],
  ['GET', '/billing/memberships'],
  ['POST', '/billing/membership/cancel'],
  ['POST', '/billing/support_request'],
];
