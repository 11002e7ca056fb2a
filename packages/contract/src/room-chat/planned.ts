import type { PlannedRoute } from '../call.ts';

/** Calls of room-chat that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const roomChatPlanned: readonly PlannedRoute[] = [['POST', '/chat/{username}/image']];
