import type { Routes } from '../call.ts';

export const billingRoutes = {
  listProducts: ['POST', '/billing/products'],
  openPurchase: ['GET', '/billing/purchase/{biller}/{internal_id}'],
  purchase: ['POST', '/billing/purchase/{biller}/{internal_id}'],
  getPurchaseLink: ['GET', '/billing/purchase_link/{internal_id}'],
  getOrder: ['GET', '/billing/order/{order_id}'],
  explainReturn: ['POST', '/billing/return'],
  listReceipts: ['GET', '/billing/receipts'],
  getLiveHelp: ['GET', '/billing/show-live-help'],
  getBillingCompanies: ['GET', '/billing/fling_live_site'],
  listJoinProducts: ['GET', '/billing/products_rcc'],
  setDailyLimit: ['POST', '/payment/daily-limit'],
  requestSupport: ['POST', '/billing/support_request'],
} as const satisfies Routes;
