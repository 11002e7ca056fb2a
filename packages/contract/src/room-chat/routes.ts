import type { Routes } from '../call.ts';

export const roomChatRoutes = {
  setSubject: ['POST', '/chat/{username}/subject'],
} as const satisfies Routes;
