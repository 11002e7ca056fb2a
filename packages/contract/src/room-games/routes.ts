import type { Routes } from '../call.ts';

export const roomGamesRoutes = {
  listAppCatalog: ['GET', '/apps'],
  listRoomApps: ['GET', '/chat/{username}/apps'],
  installApp: ['POST', '/apps/install'],
  updateApp: ['POST', '/apps/{type}/update'],
  uninstallApp: ['POST', '/apps/{type}/uninstall'],
  resetApp: ['POST', '/apps/{type}/reset'],
} as const satisfies Routes;
