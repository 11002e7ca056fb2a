export { DAILY_PURCHASE_CENTS } from './billing.http.ts';
export { type BillingFeature, composeBilling } from './compose.ts';
export { makeOrderStore } from './order-store.ts';
