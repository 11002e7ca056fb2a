import type { PlannedRoute } from '../call.ts';

/** Calls of compliance that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const compliancePlanned: readonly PlannedRoute[] = [
  ['GET', '/age-verification'],
  ['GET', '/billing/product_av'],
  ['POST', '/ccbill/oauth_token'],
  ['POST', '/age-verification'],
  ['GET', '/incode/url/user-age-estimation'],
  ['GET', '/incode/url/user-age-verification'],
  ['GET', '/yoti/url'],
  ['POST', '/callback/yoti'],
  ['POST', '/callback/incode'],
  ['POST', '/callback/zendesk'],
  ['POST', '/age-verification/live-check'],
  ['POST', '/age-verification/return'],
  ['GET', '/onboarding'],
  ['POST', '/onboarding/person'],
  ['POST', '/onboarding/document'],
  ['POST', '/onboarding/submit'],
  ['POST', '/identity/verify'],
  ['GET', '/consents'],
  ['POST', '/consents'],
  ['GET', '/consents/invite/{key}'],
  ['POST', '/consents/invite/{key}'],
  ['POST', '/consents/{id}/revoke'],
  ['POST', '/complaints/{receipt}/appeal'],
  ['POST', '/complaints/counter'],
];
