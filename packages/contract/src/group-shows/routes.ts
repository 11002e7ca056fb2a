import type { Routes } from '../call.ts';

export const groupShowsRoutes = {
  getGroupShow: ['GET', '/group/{username}'],
  joinGroupShow: ['POST', '/group/{username}/join'],
  leaveGroupShow: ['POST', '/group/{username}/leave'],
  offerGroupShow: ['POST', '/group/offer'],
  cancelGroupShow: ['POST', '/group/cancel'],
  endGroupShow: ['POST', '/group/end'],
} as const satisfies Routes;
