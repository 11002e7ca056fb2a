import type { PlannedRoute } from '../call.ts';

/** Calls of fan-club that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const fanClubPlanned: readonly PlannedRoute[] = [
  ['POST', '/chat/{username}/fans/join'],
  ['POST', '/chat/{username}/fans/cancel'],
  ['POST', '/chat/{username}/fans/renew'],
  ['GET', '/fans/feed'],
  ['GET', '/fans/memberships'],
  ['POST', '/fans/post'],
  ['POST', '/fans/post/{id}/delete'],
  ['POST', '/fans/post/{id}/like'],
  ['POST', '/fans/logo'],
  ['GET', '/fans/members'],
];
