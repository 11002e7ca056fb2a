import type { Routes } from '../call.ts';

export const backOfficeRoutes = {
  listDeskProducts: ['GET', '/admin/products'],
  saveDeskProduct: ['POST', '/admin/products'],
  listDeskPromos: ['GET', '/admin/promos'],
  saveDeskPromo: ['POST', '/admin/promos'],
  listDeskWheels: ['GET', '/admin/wheel'],
  saveDeskWheel: ['POST', '/admin/wheel'],
} as const satisfies Routes;
