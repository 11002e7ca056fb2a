import type { PlannedRoute } from '../call.ts';

/** Calls of moderation that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const moderationPlanned: readonly PlannedRoute[] = [
  ['GET', '/mod/rooms/{username}/watch'],
  ['POST', '/mod/users/{username}/sanction'],
  ['GET', '/mod/users/{username}'],
  ['POST', '/mod/sanctions/{id}/lift'],
  ['POST', '/mod/users/{username}/autosilence'],
  ['GET', '/mod/terms'],
  ['POST', '/mod/terms'],
];
