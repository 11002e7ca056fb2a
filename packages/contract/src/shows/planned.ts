import type { PlannedRoute } from '../call.ts';

/** Calls of shows that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const showsPlanned: readonly PlannedRoute[] = [
  ['GET', '/voyeur/{username}'],
  ['POST', '/voyeur/{username}/time'],
  ['POST', '/voyeur/{username}/control'],
];
