import type { ErrorTable } from '../error-spec.ts';

/** Refusals of what partners hand over. */
export const partnersErrors = {
  'partners.refused': { kind: 'forbidden', message: 'This request is not signed by a partner of ours' },
  'partners.domain_taken': { kind: 'conflict', message: 'Another partner has this domain' },
} as const satisfies ErrorTable;
