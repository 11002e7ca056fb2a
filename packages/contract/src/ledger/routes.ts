import type { Routes } from '../call.ts';

export const ledgerRoutes = {
  listHistory: ['GET', '/billing/history'],
  traceTransfer: ['GET', '/billing/history/{id}'],
  getSpending: ['GET', '/billing/spending'],
  getStatement: ['GET', '/billing/statement'],
  getDailyLimit: ['GET', '/payment/daily-limit'],
} as const satisfies Routes;
