import type { Routes } from '../call.ts';

export const secondFactorRoutes = {
  passSecondStep: ['POST', '/auth/two_factor'],
  beginPasskey: ['POST', '/auth/passkey/options'],
  logInByPasskey: ['POST', '/auth/passkey/login'],
  getTwoFactor: ['GET', '/auth/2fa'],
  setUpTwoFactor: ['POST', '/auth/2fa/setup'],
  enableTwoFactor: ['POST', '/auth/2fa/enable'],
  disableTwoFactor: ['POST', '/auth/2fa/disable'],
  renewRecoveryCodes: ['POST', '/auth/2fa/recovery_codes'],
  beginPasskeyRegistration: ['POST', '/auth/passkey/register/options'],
  registerPasskey: ['POST', '/auth/passkey/register'],
  deletePasskey: ['POST', '/auth/passkey/{id}/delete'],
} as const satisfies Routes;
