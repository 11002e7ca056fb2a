import type { Routes } from '../call.ts';

export const ledgerRoutes = {
  listHistory: ['GET', '/billing/history'],
  traceTransfer: ['GET', '/billing/history/{id}'],
  getDailyLimit: ['GET', '/payment/daily-limit'],
} as const satisfies Routes;
