import type { PlannedRoute } from '../call.ts';

/** Calls of shows that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const showsPlanned: readonly PlannedRoute[] = [
  ['POST', '/sharecam/{username}/request'],
  ['POST', '/sharecam/request/{id}/accept'],
  ['POST', '/sharecam/request/{id}/decline'],
  ['POST', '/sharecam/{username}/publish'],
  ['POST', '/sharecam/{username}/stop'],
  ['GET', '/voyeur/{username}'],
  ['POST', '/voyeur/{username}/time'],
  ['POST', '/voyeur/{username}/control'],
];
