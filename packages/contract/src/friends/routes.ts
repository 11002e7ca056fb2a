import type { Routes } from '../call.ts';

export const friendsRoutes = {
  listFriends: ['GET', '/friends'],
  requestFriend: ['POST', '/friends/{username}/request'],
  acceptFriend: ['POST', '/friends/{username}/accept'],
  deleteFriend: ['POST', '/friends/{username}/delete'],
} as const satisfies Routes;
