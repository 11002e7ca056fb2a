import type { Routes } from '../call.ts';

export const pushRoutes = {
  getPushKey: ['GET', '/push/key'],
  subscribePush: ['POST', '/push/subscribe'],
  unsubscribePush: ['POST', '/push/unsubscribe'],
  reportPush: ['POST', '/onesignal_subscribed'],
} as const satisfies Routes;
