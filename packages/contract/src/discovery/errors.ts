import type { ErrorTable } from '../error-spec.ts';

/** Refusals of discovery. */
export const discoveryErrors = {
  'discovery.unknown_path': { kind: 'not_found', message: 'Page not found' },
} as const satisfies ErrorTable;
