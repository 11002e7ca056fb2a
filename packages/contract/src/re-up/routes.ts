import type { Routes } from '../call.ts';

export const reUpRoutes = {
  getReUp: ['GET', '/billing/re_up'],
  reUpNow: ['POST', '/billing/re_up'],
} as const satisfies Routes;
