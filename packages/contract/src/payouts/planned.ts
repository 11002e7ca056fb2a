import type { PlannedRoute } from '../call.ts';

/** Calls of payouts that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const payoutsPlanned: readonly PlannedRoute[] = [
  ['GET', '/payouts'],
  ['GET', '/payouts/method'],
  ['POST', '/payouts/method'],
  ['POST', '/payouts/request'],
  ['POST', '/payouts/{id}/cancel'],
  ['GET', '/payouts/{id}/statement'],
];
