import type { Routes } from '../call.ts';

export const peopleRoutes = {
  getBio: ['GET', '/chat/{username}/bio'],
  listSimilar: ['GET', '/chat/{username}/similar'],
  getNotes: ['GET', '/user/{username}/notes'],
  saveNotes: ['POST', '/user/{username}/notes'],
  getUserCard: ['GET', '/user/{username}/card'],
  listFollowers: ['GET', '/user/followers'],
  listViewHistory: ['GET', '/view-history'],
  clearViewHistory: ['POST', '/view-history/clear'],
} as const satisfies Routes;
