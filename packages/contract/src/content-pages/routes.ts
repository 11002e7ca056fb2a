import type { Routes } from '../call.ts';

export const contentPagesRoutes = {
  listFaq: ['GET', '/faq'],
  getFaqArticle: ['GET', '/faq/{article}'],
  getContent: ['GET', '/content/{slug}'],
  openSupportThread: ['POST', '/support/threads'],
  fileComplaint: ['POST', '/complaints'],
  getComplaint: ['GET', '/complaints/{receipt}'],
} as const satisfies Routes;
