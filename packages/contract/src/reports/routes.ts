import type { Routes } from '../call.ts';

export const reportsRoutes = {
  createReport: ['POST', '/report'],
} as const satisfies Routes;
