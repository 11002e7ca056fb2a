import type { Routes } from '../call.ts';

export const savedSearchesRoutes = {
  listSavedSearches: ['GET', '/saved-searches'],
  saveSearch: ['POST', '/saved-searches'],
  changeSavedSearch: ['POST', '/saved-searches/{id}'],
  removeSavedSearch: ['POST', '/saved-searches/{id}/remove'],
} as const satisfies Routes;
