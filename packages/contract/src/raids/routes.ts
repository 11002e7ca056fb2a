import type { Routes } from '../call.ts';

export const raidsRoutes = {
  getRaids: ['GET', '/broadcast/raids'],
  findRaidRooms: ['GET', '/broadcast/raids/rooms'],
  startRaid: ['POST', '/broadcast/raids'],
  cancelRaid: ['POST', '/broadcast/raids/cancel'],
  refuseRaids: ['POST', '/broadcast/raids/refuse'],
  joinRaid: ['POST', '/chat/{username}/raid/{id}/join'],
} as const satisfies Routes;
