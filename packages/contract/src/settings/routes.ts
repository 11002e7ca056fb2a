import type { Routes } from '../call.ts';

export const settingsRoutes = {
  saveSettings: ['POST', '/user/settings'],
} as const satisfies Routes;
