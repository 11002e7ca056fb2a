export {
  type BillerEvent,
  type BillerPort,
  readKeptEvent,
  type RefundRequest,
  type SettlementLine,
  type UnreadRow,
} from './biller-port.ts';
export {
  billerEnvironment,
  type BillerSettings,
  billerSettingsOf,
  faultsOfBillers,
} from './billers/settings.ts';
export { opensAt, returnsTo } from './biller-pages.ts';
export { type BillingFeature, composeBilling } from './compose.ts';
export { composeBillingCare } from './compose-care.ts';
export { sells } from './capability-rules.ts';
export { noPageOf } from './no-page-of.ts';
export { type Card, onFile } from './card-store.ts';
export type { ChargeCard, Charged } from './charge-card.ts';
export { orderChargedBack } from './order-charged-back.ts';
export type { KeptTrace } from './trace-store.ts';
export type { SoughtCharge } from './lost-charge-store.ts';
export { disputesReachInto } from './month-disputes-store.ts';
export type { BillerHosts } from './make-billers.ts';
export { orderPaid } from './order-paid.ts';
export { type Booking, fitsOrder, priceBookings } from './order-rules.ts';
export { orderReversed } from './order-reversed.ts';
export { makeOrderStore, type Order, orderOf, type OrderRow, type OrderStore } from './order-store.ts';
export type { Sold } from './product-store.ts';
export { billerOfNumber, numberOfBiller } from './book-order.ts';
export type { TakesReUpConsent } from './re-up-consent.ts';
export type { Refunded } from './refund-payment.ts';
export { velocityEnvironment, type VelocityLimits } from './velocity-rules.ts';
