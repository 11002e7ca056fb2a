import type { Routes } from '../call.ts';

export const announcementsRoutes = {
  listAnnouncements: ['GET', '/announcements'],
} as const satisfies Routes;

/** Called by staff. */
export const announcementsStaffRoutes = {
  listDeskAnnouncements: ['GET', '/admin/announcements'],
  saveDeskAnnouncement: ['POST', '/admin/announcements'],
  removeDeskAnnouncement: ['POST', '/admin/announcements/{id}/remove'],
} as const satisfies Routes;
