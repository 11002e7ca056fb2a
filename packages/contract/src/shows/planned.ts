import type { PlannedRoute } from '../call.ts';

/** Calls of shows that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const showsPlanned: readonly PlannedRoute[] = [
  ['GET', '/limited/{username}'],
  ['POST', '/limited/{username}/ticket'],
  ['POST', '/limited/{username}/recording'],
  ['POST', '/limited/start'],
  ['POST', '/limited/end'],
  ['POST', '/limited/cancel'],
  ['POST', '/sharecam/{username}/request'],
  ['POST', '/sharecam/request/{id}/accept'],
  ['POST', '/sharecam/request/{id}/decline'],
  ['POST', '/sharecam/{username}/publish'],
  ['POST', '/sharecam/{username}/stop'],
  ['POST', '/watch-together/{username}'],
  ['POST', '/watch-together/{username}/control'],
  ['GET', '/voyeur/{username}'],
  ['POST', '/voyeur/{username}/time'],
  ['POST', '/voyeur/{username}/control'],
];
