import type { PlannedRoute } from '../call.ts';

/** Calls of tipping that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const tippingPlanned: readonly PlannedRoute[] = [
  ['GET', '/chat/{username}/tip_split'],
  ['POST', '/chat/{username}/tip_split'],
  ['POST', '/chat/{username}/tip_split/join'],
  ['POST', '/chat/{username}/tip_split/leave'],
  ['POST', '/chat/{username}/tip_split/cancel'],
];
