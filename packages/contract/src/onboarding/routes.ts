import type { Routes } from '../call.ts';

/** Called by pages on which people prove their identity. */
export const onboardingRoutes = {
  getOnboarding: ['GET', '/onboarding'],
  savePerson: ['POST', '/onboarding/person'],
  sendDocument: ['POST', '/onboarding/document'],
  submitOnboarding: ['POST', '/onboarding/submit'],
  verifyIdentity: ['POST', '/identity/verify'],
} as const satisfies Routes;

/** Called by staff who look after models. */
export const onboardingStaffRoutes = {
  openVault: ['GET', '/mod/vault/{username}'],
} as const satisfies Routes;
