import type { PlannedRoute } from '../call.ts';

/** Calls of room-games that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const roomGamesPlanned: readonly PlannedRoute[] = [
  ['POST', '/chat/{username}/apps/{type}/play'],
  ['POST', '/chat/{username}/control/join'],
  ['POST', '/chat/{username}/control/command'],
  ['POST', '/chat/{username}/control/leave'],
  ['GET', '/toys'],
  ['POST', '/toys'],
  ['POST', '/toys/pair'],
  ['POST', '/callback/lovense'],
  ['POST', '/toys/status'],
  ['POST', '/toys/stop'],
];
