import type { PlannedRoute } from '../call.ts';

/** Calls of studios that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const studiosPlanned: readonly PlannedRoute[] = [
  ['GET', '/studio'],
  ['GET', '/studio/models'],
  ['POST', '/studio/models/invite'],
  ['GET', '/studio/invites'],
  ['POST', '/studio/invite/{id}/answer'],
  ['POST', '/studio/models/{username}'],
  ['POST', '/studio/models/{username}/release'],
  ['POST', '/studio/substudios'],
  ['POST', '/studio/substudios/{id}'],
  ['POST', '/studio/staff'],
  ['GET', '/studio/stats'],
  ['GET', '/studio/live'],
];
