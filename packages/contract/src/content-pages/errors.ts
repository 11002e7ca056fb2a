import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the pages of text. */
export const contentPagesErrors = {
  'content_pages.not_found': { kind: 'not_found', message: 'This article does not exist' },
} as const satisfies ErrorTable;
