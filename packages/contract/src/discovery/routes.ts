import type { Routes } from '../call.ts';

export const discoveryRoutes = {
  browseHome: ['GET', '/browse/react'],
  browseGender: ['GET', '/browse/react/{gender}'],
  search: ['GET', '/browse/react/v2/search/{term}'],
  suggest: ['GET', '/search/suggest'],
} as const satisfies Routes;
