import type { Routes } from '../call.ts';

export const credentialsRoutes = {
  forgotPassword: ['POST', '/auth/forgot'],
  resetPassword: ['POST', '/auth/reset'],
  confirmEmail: ['POST', '/auth/confirm_email'],
  keepEmail: ['POST', '/auth/keep_email'],
  resendEmail: ['GET', '/user/resend_email'],
  getEmail: ['GET', '/user/email'],
  changeEmail: ['POST', '/user/email'],
  changePassword: ['POST', '/user/password'],
} as const satisfies Routes;
