import type { Routes } from '../call.ts';

export const billingRoutes = {
  listProducts: ['POST', '/billing/products'],
  openPurchase: ['GET', '/billing/purchase/{biller}/{internal_id}'],
  purchase: ['POST', '/billing/purchase/{biller}/{internal_id}'],
  getPurchaseLink: ['GET', '/billing/purchase_link/{internal_id}'],
  getOrder: ['GET', '/billing/order/{order_id}'],
  explainReturn: ['POST', '/billing/return'],
  listReceipts: ['GET', '/billing/receipts'],
} as const satisfies Routes;
