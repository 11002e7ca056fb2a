import type { ErrorTable } from '../error-spec.ts';

/** Refusals of push messages. */
export const pushErrors = {
  'push.not_here': { kind: 'forbidden', message: 'There are no push messages at this address' },
  'push.service_refused': {
    kind: 'invalid_input',
    message: 'The push service of this browser is not one that this site sends to',
  },
} as const satisfies ErrorTable;
