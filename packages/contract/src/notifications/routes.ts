import type { Routes } from '../call.ts';

export const notificationsRoutes = {
  listNotifications: ['GET', '/notifications'],
  markNotificationsRead: ['POST', '/notifications/read'],
} as const satisfies Routes;
