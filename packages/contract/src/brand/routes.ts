import type { Routes } from '../call.ts';

export const brandRoutes = {
  getSiteConfig: ['GET', '/site_config'],
} as const satisfies Routes;
