import type { Routes } from '../call.ts';

/** Texts, questions, and the forms for help and complaints. */
export const textRoutes = {
  listFaq: ['GET', '/faq'],
  getFaqArticle: ['GET', '/faq/{article}'],
  getContent: ['GET', '/content/{slug}'],
  openSupportThread: ['POST', '/support/threads'],
  fileComplaint: ['POST', '/complaints'],
} as const satisfies Routes;

export const pressRoutes = { listPress: ['GET', '/press'] } as const satisfies Routes;

export const outsideLinkRoutes = {
  verifyOutsideLink: ['GET', '/redir/{key}/verify'],
} as const satisfies Routes;

export const legalDocumentRoutes = {
  getLegalDocument: ['GET', '/legal/document/{id}'],
  signLegalDocument: ['POST', '/legal/document/sign'],
} as const satisfies Routes;

export const contentPagesRoutes = {
  ...textRoutes,
  ...pressRoutes,
  ...outsideLinkRoutes,
  ...legalDocumentRoutes,
};

export const pressStaffRoutes = {
  listDeskPress: ['GET', '/admin/press'],
  saveDeskPress: ['POST', '/admin/press'],
  removeDeskPress: ['POST', '/admin/press/{id}/remove'],
} as const satisfies Routes;

export const outsideLinkStaffRoutes = {
  listDeskLinks: ['GET', '/admin/redir'],
  addDeskLink: ['POST', '/admin/redir'],
  removeDeskLink: ['POST', '/admin/redir/{key}/remove'],
} as const satisfies Routes;

export const legalDocumentStaffRoutes = {
  listDeskDocuments: ['GET', '/admin/legal'],
  sendDeskDocument: ['POST', '/admin/legal/send'],
} as const satisfies Routes;

/** Called by staff. */
export const contentPagesStaffRoutes = {
  ...pressStaffRoutes,
  ...outsideLinkStaffRoutes,
  ...legalDocumentStaffRoutes,
};
