import type { Routes } from '../call.ts';

export const roomGamesRoutes = {
  listAppCatalog: ['GET', '/apps'],
  listRoomApps: ['GET', '/chat/{username}/apps'],
  installApp: ['POST', '/apps/install'],
  updateApp: ['POST', '/apps/{type}/update'],
  uninstallApp: ['POST', '/apps/{type}/uninstall'],
  resetApp: ['POST', '/apps/{type}/reset'],
  openGoalOverlay: ['POST', '/goal_overlay'],
  readGoalOverlay: ['GET', '/goal_overlay'],
} as const satisfies Routes;
