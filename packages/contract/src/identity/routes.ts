import type { Routes } from '../call.ts';

export const identityRoutes = {
  getCurrentUser: ['GET', '/user/current'],
  register: ['POST', '/auth/register'],
  isUsernameAvailable: ['GET', '/auth/username_available'],
  getSuspension: ['GET', '/user/suspension'],
} as const satisfies Routes;
