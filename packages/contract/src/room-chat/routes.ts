import type { Routes } from '../call.ts';

export const roomChatRoutes = {
  setSubject: ['POST', '/chat/{username}/subject'],
  moderate: ['POST', '/chat/{username}/moderate'],
  deleteLine: ['POST', '/chat/{username}/message/{id}/delete'],
  clearChat: ['POST', '/chat/{username}/clear'],
  setModerator: ['POST', '/chat/{username}/moderators'],
  listModerators: ['GET', '/chat/{username}/moderators'],
  listSanctions: ['GET', '/chat/{username}/sanctions'],
  listModerationLog: ['GET', '/chat/{username}/moderation-log'],
  getShield: ['GET', '/chat/{username}/shield'],
  saveShield: ['POST', '/chat/{username}/shield'],
  listHeldLines: ['GET', '/chat/{username}/held'],
  decideHeldLine: ['POST', '/chat/{username}/held/{id}'],
  requestUnban: ['POST', '/chat/{username}/unban-request'],
  listUnbanRequests: ['GET', '/chat/{username}/unban-requests'],
  decideUnbanRequest: ['POST', '/chat/{username}/unban-requests/{id}'],
  listEmoticons: ['GET', '/chat/{username}/emoticons'],
  highlightLine: ['POST', '/chat/{username}/highlight'],
  pinLine: ['POST', '/chat/{username}/message/{id}/pin'],
  translateLine: ['POST', '/chat/translate'],
} as const satisfies Routes;
