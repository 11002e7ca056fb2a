import type { Routes } from '../call.ts';

export const bannersRoutes = {
  listBanners: ['GET', '/media/banner/list'],
} as const satisfies Routes;

/** Called by staff. */
export const bannersStaffRoutes = {
  listDeskBanners: ['GET', '/admin/banners'],
  saveDeskBanner: ['POST', '/admin/banners'],
  removeDeskBanner: ['POST', '/admin/banners/{id}/remove'],
  uploadBannerPicture: ['POST', '/admin/banners/picture'],
} as const satisfies Routes;
