import type { Routes } from '../call.ts';

export const phonesRoutes = {
  getPhone: ['GET', '/user/phone'],
  sendPhoneCode: ['POST', '/user/phone/code'],
  confirmPhone: ['POST', '/user/phone/confirm'],
} as const satisfies Routes;
