import type { Routes } from '../call.ts';

export const userDeskRoutes = {
  listDeskUsers: ['GET', '/admin/users'],
  exportDeskUsers: ['GET', '/admin/users/export'],
  getDeskUser: ['GET', '/admin/users/{id}'],
  changeDeskUser: ['POST', '/admin/users/{id}'],
  correctTokens: ['POST', '/admin/users/{id}/tokens'],
} as const satisfies Routes;
