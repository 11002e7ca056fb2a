import type { Routes } from '../call.ts';

export const blocksRoutes = {
  ignorePerson: ['POST', '/user/{username}/ignore'],
  hidePerson: ['POST', '/user/{username}/hide'],
  listIgnored: ['GET', '/user/ignored'],
} as const satisfies Routes;
