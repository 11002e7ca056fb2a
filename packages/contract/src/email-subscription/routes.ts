import type { Routes } from '../call.ts';

export const emailSubscriptionRoutes = {
  getEmailSubscription: ['GET', '/email/subscription'],
  saveEmailSubscription: ['POST', '/email/subscription'],
} as const satisfies Routes;
