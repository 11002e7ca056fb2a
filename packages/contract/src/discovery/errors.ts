import type { ErrorTable } from '../error-spec.ts';

/** Refusals of discovery. */
export const discoveryErrors = {
  'discovery.unknown_path': { kind: 'not_found', message: 'Page not found' },
  'discovery.like_limit': { kind: 'rate_limited', message: "You have used today's likes" },
} as const satisfies ErrorTable;
