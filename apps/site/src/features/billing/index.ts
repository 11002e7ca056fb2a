export type { BillerEvent, BillerPort } from './biller-port.ts';
export { DAILY_PURCHASE_CENTS, makeBillingHandlers } from './billing.http.ts';
export { makeOrderStore, type OrderStore } from './order-store.ts';
export { makePostbackStore } from './postback-store.ts';
export { makePostbackDesk, type PostbackDesk } from './receive-postback.ts';
export { makeSandboxBiller } from './sandbox-biller.ts';
export { makeSettleOrder } from './settle-order.ts';
