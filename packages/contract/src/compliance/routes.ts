import type { Routes } from '../call.ts';

/** Called by staff who look after models. */
export const complianceStaffRoutes = {
  listTerms: ['GET', '/mod/terms'],
  changeTerms: ['POST', '/mod/terms'],
} as const satisfies Routes;
