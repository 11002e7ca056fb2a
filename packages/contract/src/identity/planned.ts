import type { PlannedRoute } from '../call.ts';

/** Calls of identity that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const identityPlanned: readonly PlannedRoute[] = [
  ['POST', '/user/phone/code'],
  ['POST', '/user/phone/confirm'],
];
