import type { PlannedRoute } from '../call.ts';

/** Calls of moderation that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const moderationPlanned: readonly PlannedRoute[] = [
  ['GET', '/mod/reports'],
  ['GET', '/mod/reports/{id}'],
  ['POST', '/mod/reports/{id}'],
  ['GET', '/mod/live'],
  ['POST', '/mod/rooms/{username}/stop'],
  ['GET', '/mod/rooms/{username}/watch'],
  ['POST', '/mod/users/{username}/sanction'],
  ['GET', '/mod/users/{username}'],
  ['POST', '/mod/sanctions/{id}/lift'],
  ['POST', '/mod/users/{username}/autosilence'],
  ['GET', '/mod/complaints'],
  ['POST', '/mod/complaints/{id}'],
  ['GET', '/mod/appeals'],
  ['POST', '/mod/appeals/{id}'],
  ['GET', '/mod/terms'],
  ['POST', '/mod/terms'],
  ['GET', '/mod/reports/monthly'],
];
