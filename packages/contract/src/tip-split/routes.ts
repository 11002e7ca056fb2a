import type { Routes } from '../call.ts';

export const tipSplitRoutes = {
  getTipSplit: ['GET', '/chat/{username}/tip_split'],
  proposeTipSplit: ['POST', '/chat/{username}/tip_split'],
  joinTipSplit: ['POST', '/chat/{username}/tip_split/join'],
  leaveTipSplit: ['POST', '/chat/{username}/tip_split/leave'],
  cancelTipSplit: ['POST', '/chat/{username}/tip_split/cancel'],
} as const satisfies Routes;
