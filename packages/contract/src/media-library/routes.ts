import type { Routes } from '../call.ts';

export const mediaLibraryReadRoutes = {
  listModelMedia: ['GET', '/user/{username}/media'],
  getMedia: ['GET', '/media/get/{id}'],
  listMedia: ['GET', '/media/list/{type}'],
  topMediaMonth: ['GET', '/media/top_model/month'],
  topMediaList: ['GET', '/media/top_model/list'],
  listPlaylists: ['GET', '/media/user/playlist'],
  listPurchased: ['GET', '/media/index/{a}/{b}'],
  listExclusiveVideos: ['GET', '/exclusive-videos/list'],
} as const satisfies Routes;

export const mediaLibraryBuyRoutes = {
  purchaseMedia: ['POST', '/media/purchase/{id}'],
  purchaseAllMedia: ['POST', '/media/purchase_all/{username}'],
  hidePurchase: ['DELETE', '/media/purchase/{id}'],
  restorePurchase: ['POST', '/media/purchase/restore/{id}'],
  rateMedia: ['POST', '/media/{id}/rating'],
  addPlaylist: ['POST', '/media/playlist'],
  changePlaylist: ['POST', '/media/playlist/{id}'],
  deletePlaylist: ['POST', '/media/playlist/{id}/delete'],
} as const satisfies Routes;

export const mediaLibraryChangeRoutes = {
  beginUpload: ['POST', '/media/upload'],
  sendUploadPart: ['PUT', '/media/upload/{upload_id}/{part}'],
  finishUpload: ['POST', '/media/upload/{upload_id}/finish'],
  listOwnItems: ['GET', '/media/items'],
  deleteItem: ['POST', '/media/items/{id}/delete'],
  addMedia: ['POST', '/media'],
  changeMedia: ['POST', '/media/{id}'],
  deleteMedia: ['POST', '/media/{id}/delete'],
  listOwnMedia: ['GET', '/media/own'],
} as const satisfies Routes;

export const mediaLibraryRoutes = {
  ...mediaLibraryReadRoutes,
  ...mediaLibraryBuyRoutes,
  ...mediaLibraryChangeRoutes,
} as const satisfies Routes;
