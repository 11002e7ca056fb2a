import type { Routes } from '../call.ts';

export const actsRoutes = {
  listActs: ['GET', '/acts'],
  changeAct: ['POST', '/acts/{id}'],
} as const satisfies Routes;
