import type { PlannedRoute } from '../call.ts';

/** Calls of matching that the wire page has and nobody serves yet. Whoever builds one moves it to http.ts. */
export const matchingPlanned: readonly PlannedRoute[] = [
  ['GET', '/speed-date/v2/video'],
  ['POST', '/speed-date/v2/match/request'],
  ['POST', '/speed-date/v2/match/accept'],
  ['POST', '/speed-date/v2/match/update'],
  ['POST', '/speed-date/v2/stop'],
  ['POST', '/speed-date/report'],
  ['POST', '/tikichat/data'],
  ['POST', '/tikichat/next'],
  ['POST', '/tikichat/stop'],
  ['POST', '/tikichat/report'],
  ['GET', '/versus-tournament/leaderboard'],
  ['GET', '/versus-tournament/leaderboard/{id}'],
  ['POST', '/versus/invite'],
  ['POST', '/versus/invite/{id}/accept'],
  ['POST', '/versus/invite/{id}/reject'],
  ['POST', '/versus/leave'],
  ['POST', '/versus/moderate'],
  ['GET', '/versus/candidates'],
  ['POST', '/versus-tournament/{id}/join'],
  ['POST', '/versus-tournament/{id}/leave'],
];
