import type { PlannedRoute } from '../call.ts';

/** Calls of media-library that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const mediaLibraryPlanned: readonly PlannedRoute[] = [
  ['GET', '/snapchat/{username}'],
  ['POST', '/snapchat/{username}/purchase'],
  ['GET', '/snapchat/sales'],
];
