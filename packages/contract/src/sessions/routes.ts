import type { Routes } from '../call.ts';

export const sessionsRoutes = {
  login: ['POST', '/auth/login'],
  logout: ['POST', '/auth/logout'],
  sudo: ['POST', '/auth/sudo'],
  listSessions: ['GET', '/auth/sessions'],
  revokeSession: ['POST', '/auth/sessions/{id}/revoke'],
  revokeOtherSessions: ['POST', '/auth/sessions/revoke_others'],
  issueNodeToken: ['POST', '/auth/node_token'],
} as const satisfies Routes;
