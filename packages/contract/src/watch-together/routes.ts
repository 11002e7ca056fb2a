import type { Routes } from '../call.ts';

export const watchTogetherRoutes = {
  listWatchable: ['GET', '/watch-together/{username}/media'],
  openWatched: ['GET', '/watch-together/{username}/file'],
  proposeWatch: ['POST', '/watch-together/{username}'],
  controlWatch: ['POST', '/watch-together/{username}/control'],
} as const satisfies Routes;
