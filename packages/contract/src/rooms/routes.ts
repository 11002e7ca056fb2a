import type { Routes } from '../call.ts';

export const roomsRoutes = {
  getRoom: ['GET', '/chat/react/{username}'],
  enterRoomPassword: ['POST', '/chat/{username}/password'],
  follow: ['POST', '/user/{username}/follow'],
  unfollow: ['POST', '/user/{username}/unfollow'],
  listFollowing: ['GET', '/user/following'],
} as const satisfies Routes;
