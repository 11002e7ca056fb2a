import type { PlannedRoute } from '../call.ts';

/** Calls of brand that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const brandPlanned: readonly PlannedRoute[] = [
  ['POST', '/onesignal_subscribed'],
  ['POST', '/push/subscribe'],
  ['POST', '/push/unsubscribe'],
  ['GET', '/geo/lists'],
];
