import type { Routes } from '../call.ts';

export const auditRoutes = {
  listAudit: ['GET', '/admin/audit'],
  checkAudit: ['GET', '/admin/audit/check'],
} as const satisfies Routes;
