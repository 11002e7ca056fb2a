import type { Routes } from '../call.ts';

/** Loaded with pages about decisions on oneself. */
export const moderationLateRoutes = {
  sendAppeal: ['POST', '/appeals'],
  listOwnSanctions: ['GET', '/user/sanctions'],
} as const satisfies Routes;

export const moderationStaffRoutes = {
  listReports: ['GET', '/mod/reports'],
  getReport: ['GET', '/mod/reports/{id}'],
  decideReport: ['POST', '/mod/reports/{id}'],
  getMonthlyReport: ['GET', '/mod/reports/monthly'],
  listLiveWall: ['GET', '/mod/live'],
  readStanding: ['GET', '/mod/standing'],
  stopRoom: ['POST', '/mod/rooms/{username}/stop'],
  listAppeals: ['GET', '/mod/appeals'],
  decideAppeal: ['POST', '/mod/appeals/{id}'],
} as const satisfies Routes;

export const moderationSanctionRoutes = {
  watchRoom: ['GET', '/mod/rooms/{username}/watch'],
  listSanctionsInForce: ['GET', '/mod/sanctions'],
  liftSanction: ['POST', '/mod/sanctions/{id}/lift'],
  getSanctioned: ['GET', '/mod/users/{username}'],
  sanctionPerson: ['POST', '/mod/users/{username}/sanction'],
  setAutosilence: ['POST', '/mod/users/{username}/autosilence'],
} as const satisfies Routes;
