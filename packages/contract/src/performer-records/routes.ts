import type { Routes } from '../call.ts';

/** Called by staff who look after models. */
export const performerRecordsStaffRoutes = {
  listRecords: ['GET', '/mod/records'],
  getPerformerRecord: ['GET', '/mod/records/{id}'],
  exportRecords: ['GET', '/mod/records/export'],
} as const satisfies Routes;
