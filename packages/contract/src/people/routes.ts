import type { Routes } from '../call.ts';

/** Who else is live stands in every room. */
export const peopleRoomRoutes = {
  listSimilar: ['GET', '/chat/{username}/similar'],
} as const satisfies Routes;

export const peopleRoutes = {
  getBio: ['GET', '/chat/{username}/bio'],
  getNotes: ['GET', '/user/{username}/notes'],
  saveNotes: ['POST', '/user/{username}/notes'],
  getUserCard: ['GET', '/user/{username}/card'],
  listFollowers: ['GET', '/user/followers'],
  listViewHistory: ['GET', '/view-history'],
  clearViewHistory: ['POST', '/view-history/clear'],
} as const satisfies Routes;
