import type { Routes } from '../call.ts';

export const fanClubRoutes = {
  getFanClub: ['GET', '/chat/{username}/fans'],
  joinFanClub: ['POST', '/chat/{username}/fans/join'],
  cancelFanClub: ['POST', '/chat/{username}/fans/cancel'],
  renewFanClub: ['POST', '/chat/{username}/fans/renew'],
  getFanFeed: ['GET', '/fans/feed'],
  listFanMemberships: ['GET', '/fans/memberships'],
  postToFans: ['POST', '/fans/post'],
  deleteFanPost: ['POST', '/fans/post/{id}/delete'],
  likeFanPost: ['POST', '/fans/post/{id}/like'],
  listFans: ['GET', '/fans/members'],
  getFanLogo: ['GET', '/fans/logo'],
  uploadFanLogo: ['POST', '/fans/logo'],
  deleteFanLogo: ['DELETE', '/fans/logo'],
} as const satisfies Routes;
