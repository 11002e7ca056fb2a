import type { PlannedRoute } from '../call.ts';

/** Calls of compliance that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const compliancePlanned: readonly PlannedRoute[] = [
  ['POST', '/callback/zendesk'],
  ['GET', '/consents'],
  ['POST', '/consents'],
  ['GET', '/consents/invite/{key}'],
  ['POST', '/consents/invite/{key}'],
  ['POST', '/consents/{id}/revoke'],
  ['POST', '/complaints/{receipt}/appeal'],
  ['POST', '/complaints/counter'],
];
