import type { Routes } from '../call.ts';

/** For those who complain and those whom a complaint concerns. */
export const complaintDeskRoutes = {
  getComplaint: ['GET', '/complaints/{receipt}'],
  appealComplaint: ['POST', '/complaints/{receipt}/appeal'],
  answerComplaint: ['POST', '/complaints/{receipt}/answer'],
  sendCounterNotice: ['POST', '/complaints/counter'],
  listOwnComplaints: ['GET', '/complaints/own'],
  getTransparency: ['GET', '/transparency'],
} as const satisfies Routes;

export const complaintDeskStaffRoutes = {
  listDeskComplaints: ['GET', '/mod/complaints'],
  getDeskComplaint: ['GET', '/mod/complaints/{id}'],
  decideComplaint: ['POST', '/mod/complaints/{id}'],
} as const satisfies Routes;
