import type { Routes } from '../call.ts';

export const postPayRoutes = {
  getPostpay: ['GET', '/billing/postpay'],
  checkBalance: ['GET', '/billing/balance_check'],
  declinePostpay: ['GET', '/billing/postpay_decline'],
  enablePostpay: ['POST', '/billing/postpay/enable'],
  setPostpayCard: ['POST', '/billing/postpay/card'],
  settlePostpay: ['POST', '/billing/postpay/settle'],
} as const satisfies Routes;
