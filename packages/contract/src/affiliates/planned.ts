import type { PlannedRoute } from '../call.ts';

/** Calls of affiliates that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const affiliatesPlanned: readonly PlannedRoute[] = [
  ['GET', '/affiliates'],
  ['POST', '/affiliates/apply'],
  ['GET', '/affiliates/me'],
  ['POST', '/affiliates/advert'],
  ['GET', '/affiliates/stats'],
  ['GET', '/wl/sites'],
  ['POST', '/wl/sites'],
  ['POST', '/wl/sites/{id}'],
  ['POST', '/wl/sites/{id}/asset'],
  ['GET', '/wl/sites/{id}/preview'],
];
