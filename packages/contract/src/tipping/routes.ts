import type { Routes } from '../call.ts';

export const tippingRoutes = {
  sendTip: ['POST', '/tip/{id}'],
  getTipOptions: ['GET', '/tip/{id}/options'],
} as const satisfies Routes;
