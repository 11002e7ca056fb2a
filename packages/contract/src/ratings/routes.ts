import type { Routes } from '../call.ts';

export const ratingsRoutes = {
  rateModel: ['POST', '/chat/{username}/rating'],
} as const satisfies Routes;
