import type { PlannedRoute } from '../call.ts';

/** Calls of discovery that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const discoveryPlanned: readonly PlannedRoute[] = [
  ['GET', '/free-porn'],
  ['GET', '/free-porn/model'],
  ['GET', '/free-porn/model/{name}'],
  ['GET', '/free-porn/video/{slug}'],
  ['GET', '/free-porn/video-by-id/{id}'],
  ['GET', '/free-porn/gifs'],
  ['GET', '/games'],
];
