import type { ErrorTable } from '../error-spec.ts';

/** Refusals of discovery. */
export const discoveryErrors = {
  'discovery.unknown_path': { kind: 'not_found', message: 'Page not found' },
  'discovery.unknown_tag': { kind: 'not_found', message: 'Page not found' },
  'discovery.preference_failed': { kind: 'unavailable', message: 'An error occurred, please retry.' },
  'discovery.like_limit': { kind: 'rate_limited', message: "You have used today's likes" },
} as const satisfies ErrorTable;
