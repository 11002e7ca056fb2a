import type { ErrorTable } from '../error-spec.ts';

/** Refusals of blocks. */
export const blocksErrors = {
  'blocks.limit': { kind: 'conflict', message: 'Your list of blocked people is full' },
} as const satisfies ErrorTable;
