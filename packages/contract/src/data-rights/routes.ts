import type { Routes } from '../call.ts';

export const dataRightsRoutes = {
  requestExport: ['POST', '/user/export'],
  getExport: ['GET', '/user/export'],
  openExport: ['POST', '/user/export/link'],
  requestDeletion: ['POST', '/user/delete'],
  getDeletion: ['GET', '/user/delete'],
  cancelDeletion: ['POST', '/user/delete/cancel'],
} as const satisfies Routes;

export const dataRightsStaffRoutes = {
  listDataRequests: ['GET', '/admin/data_requests'],
  setLegalHold: ['POST', '/admin/users/{id}/legal_hold'],
} as const satisfies Routes;
