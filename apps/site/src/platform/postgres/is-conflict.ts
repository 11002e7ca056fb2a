/** Serialization failure, deadlock, lock that did not come in time. */
const CONFLICT_STATES: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

/**
 * Whether this transaction lost a conflict with another one: nothing of it is kept, it has no error of its own, and may
 * be retried at once.
 */
export const isConflict = (error: unknown): boolean =>
  CONFLICT_STATES.has((error as { code?: unknown } | null | undefined)?.code);
