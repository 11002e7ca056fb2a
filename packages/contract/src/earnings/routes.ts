import type { Routes } from '../call.ts';

export const earningsRoutes = {
  getEarnings: ['GET', '/earnings/balance'],
  getEarningStats: ['GET', '/earnings'],
  listTopPayers: ['GET', '/earnings/top'],
} as const satisfies Routes;
