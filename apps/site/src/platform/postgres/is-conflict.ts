/** Serialization failure, deadlock, lock that did not come in time. */
const CONFLICT_STATES: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

/**
 * Whether two transactions met in the database, of which this one gave way: nothing of it is kept, it has no fault of
 * its own, and may be asked again at once.
 */
export const isConflict = (error: unknown): boolean =>
  CONFLICT_STATES.has((error as { code?: unknown } | null | undefined)?.code);
