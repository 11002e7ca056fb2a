import type { Routes } from '../call.ts';

export const profileRoutes = {
  getProfile: ['GET', '/user/profile'],
  saveProfile: ['POST', '/user/profile'],
  uploadAvatar: ['POST', '/avatar/upload'],
  deleteAvatar: ['POST', '/avatar/delete'],
  getPending: ['GET', '/tokens/pending'],
  getGeoLists: ['GET', '/geo/lists'],
} as const satisfies Routes;

/** Called by staff who look after models. */
export const profileStaffRoutes = {
  listReviews: ['GET', '/mod/review'],
  decideReview: ['POST', '/mod/review/{id}'],
} as const satisfies Routes;
