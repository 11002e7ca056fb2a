import type { Routes } from '../call.ts';

export const broadcastRoutes = {
  getStreamerSettings: ['GET', '/video/streamer_settings'],
  startBroadcast: ['POST', '/broadcast/start'],
  stopBroadcast: ['POST', '/broadcast/stop'],
  getBroadcast: ['GET', '/broadcast/current'],
  getStreamToken: ['POST', '/stream/{username}/token'],
} as const satisfies Routes;
