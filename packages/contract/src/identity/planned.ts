import type { PlannedRoute } from '../call.ts';

/** Calls of identity that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const identityPlanned: readonly PlannedRoute[] = [
  ['GET', '/auth/oauth/{provider}'],
  ['GET', '/auth/oauth/{provider}/callback'],
  ['GET', '/auth/oauth/pending'],
  ['POST', '/auth/oauth/complete'],
  ['POST', '/auth/oauth/{provider}/unlink'],
  ['POST', '/user/phone/code'],
  ['POST', '/user/phone/confirm'],
];
