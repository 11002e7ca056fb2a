import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the pages of text, of press, outside links and documents to sign. */
export const contentPagesErrors = {
  'content_pages.not_found': { kind: 'not_found', message: 'This article does not exist' },
  'content_pages.legal_not_found': {
    kind: 'not_found',
    errorType: 'NOT_FOUND',
    error: 'NOT_FOUND',
    message: 'This document does not exist or the link has expired',
  },
  'content_pages.sign_failed': {
    kind: 'wrong_state',
    errorType: 'SIGN_FAILED',
    error: 'SIGN_FAILED',
    message: 'The document could not be signed. Please reload the page',
  },
  'content_pages.full': { kind: 'conflict', message: 'There are too many. Remove one first' },
  'content_pages.expiry_invalid': {
    kind: 'invalid_input',
    message: 'A link ends later than now, and within a year',
  },
} as const satisfies ErrorTable;
