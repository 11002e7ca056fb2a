import type { Routes } from '../call.ts';

export const sessionsRoutes = {
  login: ['POST', '/auth/login'],
  logout: ['POST', '/auth/logout'],
  sudo: ['POST', '/auth/sudo'],
  issueNodeToken: ['POST', '/auth/node_token'],
} as const satisfies Routes;
