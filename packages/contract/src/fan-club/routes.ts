import type { Routes } from '../call.ts';

export const fanClubRoutes = {
  getFanClub: ['GET', '/chat/{username}/fans'],
} as const satisfies Routes;
