import type { Routes } from '../call.ts';

export const oauthRoutes = {
  startOauth: ['GET', '/auth/oauth/{provider}'],
  finishOauth: ['GET', '/auth/oauth/{provider}/callback'],
  getOauthNewcomer: ['GET', '/auth/oauth/pending'],
  completeOauth: ['POST', '/auth/oauth/complete'],
  linkOauth: ['POST', '/auth/oauth/{provider}/link'],
  unlinkOauth: ['POST', '/auth/oauth/{provider}/unlink'],
  listOauth: ['GET', '/user/oauth'],
} as const satisfies Routes;
