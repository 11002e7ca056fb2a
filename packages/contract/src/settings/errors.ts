import type { ErrorTable } from '../error-spec.ts';

/** Refusals of settings. */
export const settingsErrors = {
  'settings.not_allowed': { kind: 'forbidden', message: 'This setting is not available for your account' },
  'settings.price_not_allowed': { kind: 'invalid_input', message: 'This price is not allowed' },
} as const satisfies ErrorTable;
