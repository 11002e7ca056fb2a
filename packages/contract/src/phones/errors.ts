import type { ErrorTable } from '../error-spec.ts';

/** Refusals of what is done by text message. They keep the name of identity, whose number it is. */
export const phonesErrors = {
  'identity.sms_unavailable': { kind: 'not_found', message: 'Text messages are not available on this site' },
} as const satisfies ErrorTable;
