export {
  type BillerEvent,
  type BillerPort,
  readKeptEvent,
  type RefundRequest,
  type SettlementLine,
  type UnreadRow,
} from './billers/port/biller-port.ts';
export {
  billerEnvironment,
  type BillerSettings,
  billerSettingsOf,
  faultsOfBillers,
} from './billers/settings.ts';
export { opensAt, returnsTo } from './orders/biller-pages.ts';
export { type BillingFeature, composeBilling } from './compose.ts';
export { composeBillingCare } from './care/compose-care.ts';
export { sells } from './choice/capability-rules.ts';
export { noPageOf } from './no-page-of.ts';
export { type Card, onFile } from './orders/card-store.ts';
export type { ChargeCard, Charged } from './orders/charge-card.ts';
export { orderChargedBack } from './orders/order-charged-back.ts';
export type { KeptTrace } from './traces/trace-store.ts';
export type { SoughtCharge } from './lost-charges/lost-charge-store.ts';
export { disputesReachInto } from './month-disputes-store.ts';
export type { BillerHosts } from './billers/make-billers.ts';
export { orderPaid } from './orders/order-paid.ts';
export { type Booking, fitsOrder, priceBookings } from './orders/order-rules.ts';
export { orderReversed } from './orders/order-reversed.ts';
export { makeOrderStore, type Order, orderOf, type OrderRow, type OrderStore } from './orders/order-store.ts';
export type { Sold } from './products/product-store.ts';
export { billerOfNumber, numberOfBiller } from './orders/book-order.ts';
export type { TakesReUpConsent } from './re-up-consent.ts';
export type { Refunded } from './orders/refund-payment.ts';
export { velocityEnvironment, type VelocityLimits } from './limits/velocity-rules.ts';
