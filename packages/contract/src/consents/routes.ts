import type { Routes } from '../call.ts';

/** Called by models, and by the people they name, who come by a link and need no account. */
export const consentsRoutes = {
  listConsents: ['GET', '/consents'],
  askConsent: ['POST', '/consents'],
  getConsentInvite: ['GET', '/consents/invite/{key}'],
  sendConsentDocument: ['POST', '/consents/invite/{key}/document'],
  answerConsent: ['POST', '/consents/invite/{key}'],
  revokeConsent: ['POST', '/consents/{id}/revoke'],
} as const satisfies Routes;

/** Called by staff who look after models. */
export const consentsStaffRoutes = {
  openConsent: ['GET', '/mod/consents/{id}/vault'],
} as const satisfies Routes;
