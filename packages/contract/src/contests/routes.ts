import type { Routes } from '../call.ts';

export const contestsRoutes = { listContests: ['GET', '/contests'] } as const satisfies Routes;

/** Called by staff. */
export const contestsStaffRoutes = {
  listDeskContests: ['GET', '/admin/contests'],
  saveDeskContest: ['POST', '/admin/contests'],
  removeDeskContest: ['POST', '/admin/contests/{id}/remove'],
} as const satisfies Routes;
