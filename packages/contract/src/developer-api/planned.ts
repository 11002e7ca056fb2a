import type { PlannedRoute } from '../call.ts';

/** Calls of developer-api that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const developerApiPlanned: readonly PlannedRoute[] = [
  ['GET', '/dev/keys'],
  ['POST', '/dev/keys'],
  ['POST', '/dev/keys/{id}/delete'],
  ['GET', '/dev/events'],
  ['GET', '/dev/webhooks'],
  ['POST', '/dev/webhooks'],
  ['POST', '/dev/webhooks/{id}/test'],
  ['POST', '/dev/webhooks/{id}/delete'],
  ['GET', '/dev/webhooks/{id}/deliveries'],
  ['GET', '/dev/rooms'],
];
