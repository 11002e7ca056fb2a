import type { Routes } from '../call.ts';

export const partnersRoutes = {
  logInByPartner: ['POST', '/auth/pg_login'],
  getFreeRegister: ['GET', '/auth/free_register'],
  freeRegister: ['POST', '/auth/free_register'],
  askFreeRegister: ['POST', '/partners/registrations'],
  askPartnerLogin: ['POST', '/partners/logins'],
} as const satisfies Routes;

export const partnersStaffRoutes = {
  listPartners: ['GET', '/admin/partners'],
  addPartner: ['POST', '/admin/partners'],
  renewPartnerSecret: ['POST', '/admin/partners/{id}/secret'],
  switchPartner: ['POST', '/admin/partners/{id}'],
} as const satisfies Routes;
