import type { Routes } from '../call.ts';

export const showsRoutes = {
  requestPrivate: ['POST', '/private/{username}/request'],
  cancelPrivate: ['POST', '/private/{username}/cancel'],
  acceptPrivate: ['POST', '/private/request/{id}/accept'],
  declinePrivate: ['POST', '/private/request/{id}/decline'],
  listPrivateRequests: ['GET', '/private/requests'],
  endPrivate: ['POST', '/private/{username}/end'],
  extendPrivate: ['POST', '/private/{username}/extend'],
  pingPrivate: ['POST', '/private/{username}/ping'],
  joinPrivateLine: ['POST', '/private/{username}/line'],
  leavePrivateLine: ['POST', '/private/{username}/line/leave'],
  setPrivateDiscount: ['POST', '/private/discount'],
  getPrivateState: ['GET', '/private/{username}/state'],
  startSpy: ['POST', '/video/spy/{username}'],
  endSpy: ['POST', '/video/spyend/{username}'],
  listShowHistory: ['GET', '/shows/history'],
} as const satisfies Routes;
