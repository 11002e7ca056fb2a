import type { Routes } from '../call.ts';

export const firstOwnerRoutes = {
  claimSite: ['POST', '/auth/claim_site'],
} as const satisfies Routes;
