import type { Routes } from '../call.ts';

export const supportRoutes = {
  listSupportThreads: ['GET', '/support/threads'],
  getSupportThread: ['GET', '/support/threads/{id}'],
  answerSupportThread: ['POST', '/support/threads/{id}'],
  markSupportThreadRead: ['POST', '/support/threads/{id}/read'],
} as const satisfies Routes;

/** Called by staff. */
export const supportStaffRoutes = {
  listDeskThreads: ['GET', '/admin/support'],
  getDeskThread: ['GET', '/admin/support/{id}'],
  answerDeskThread: ['POST', '/admin/support/{id}'],
} as const satisfies Routes;
