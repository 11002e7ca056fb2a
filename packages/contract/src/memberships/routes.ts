import type { Routes } from '../call.ts';

export const membershipsRoutes = {
  listMemberships: ['GET', '/billing/memberships'],
  cancelMembership: ['POST', '/billing/membership/cancel'],
} as const satisfies Routes;
