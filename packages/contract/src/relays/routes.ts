import type { Routes } from '../call.ts';

/** What a page asks before it opens a connection by WebRTC. */
export const relaysRoutes = {
  getIceServers: ['GET', '/video/ice_servers'],
} as const satisfies Routes;
