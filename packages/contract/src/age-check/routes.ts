import type { Routes } from '../call.ts';

export const ageCheckRoutes = {
  getAgeCheck: ['GET', '/age-verification'],
  getAgeOffer: ['GET', '/billing/product_av'],
  openCardFields: ['POST', '/ccbill/oauth_token'],
  checkAgeByCard: ['POST', '/age-verification'],
  openAgeEstimation: ['GET', '/incode/url/user-age-estimation'],
  openAgeVerification: ['GET', '/incode/url/user-age-verification'],
  openYoti: ['GET', '/yoti/url'],
  openAgeProof: ['POST', '/age-verification/proof-challenge'],
  checkAgeByProof: ['POST', '/age-verification/proof'],
  openLiveCheck: ['POST', '/age-verification/live-check'],
  returnFromAgeCheck: ['POST', '/age-verification/return'],
} as const satisfies Routes;

/** Called by staff. */
export const ageCheckStaffRoutes = {
  listJurisdictions: ['GET', '/admin/jurisdictions'],
  listLiveChecks: ['GET', '/admin/live-checks'],
  decideLiveCheck: ['POST', '/admin/live-checks/{id}'],
} as const satisfies Routes;
