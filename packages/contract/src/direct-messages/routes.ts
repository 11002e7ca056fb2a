import type { Routes } from '../call.ts';

export const directMessagesRoutes = {
  listConversations: ['GET', '/pm/rooms'],
  readConversation: ['GET', '/pm/{username}'],
  sendMessage: ['POST', '/pm/{username}'],
  uploadMessagePicture: ['POST', '/pm/{username}/image'],
  markMessagesRead: ['POST', '/pm/{username}/read'],
  closeConversation: ['POST', '/pm/{username}/close'],
  deleteMessages: ['POST', '/pm/{username}/delete'],
  broadcastMessage: ['POST', '/pm/broadcast'],
} as const satisfies Routes;
