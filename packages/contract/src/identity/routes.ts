import type { Routes } from '../call.ts';

export const identityRoutes = {
  getCurrentUser: ['GET', '/user/current'],
  register: ['POST', '/auth/register'],
  isUsernameAvailable: ['GET', '/auth/username_available'],
  getSuspension: ['GET', '/user/suspension'],
} as const satisfies Routes;

/** Calls of dialogs that most visits never open. */
export const identityLateRoutes = {
  changeUsername: ['POST', '/user/change_username'],
} as const satisfies Routes;
