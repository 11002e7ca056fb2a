import type { Routes } from '../call.ts';

export const coShowsRoutes = {
  getCoShow: ['GET', '/broadcast/co-show'],
  findCoShowPartners: ['GET', '/broadcast/co-show/partners'],
  askCoShow: ['POST', '/broadcast/co-show/ask'],
  withdrawCoShow: ['POST', '/broadcast/co-show/withdraw'],
  acceptCoShow: ['POST', '/broadcast/co-show/{id}/accept'],
  declineCoShow: ['POST', '/broadcast/co-show/{id}/decline'],
  getCoShowRecording: ['GET', '/broadcast/co-show/{id}/recording'],
  endCoShow: ['POST', '/broadcast/co-show/end'],
} as const satisfies Routes;
