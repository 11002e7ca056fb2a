import type { Routes } from '../call.ts';

export const discoveryRoutes = {
  browseHome: ['GET', '/browse/react'],
  browseGender: ['GET', '/browse/react/{gender}'],
  search: ['GET', '/browse/react/v2/search/{term}'],
  suggest: ['GET', '/search/suggest'],
  listModelShows: ['GET', '/user/model_shows'],
  listLikes: ['GET', '/user/like'],
  like: ['POST', '/user/{username}/like'],
} as const satisfies Routes;
