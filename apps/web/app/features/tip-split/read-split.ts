import type { SplitTold } from './split-state.ts';

/** A split that runs, or that has just ended. */
export interface ShownSplit {
  readonly mode: 'proposed' | 'success' | 'canceled';
  /** Names of those who joined, the proposer first. */
  readonly splitters: readonly string[];
  readonly target: number;
  /** Seats that are free. */
  readonly remaining: number;
  /** Tokens that each gives. */
  readonly share: number;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
  readonly comment: string | null;
}

/** The split for display; null if none is running or has just ended. */
export function readSplit(told: SplitTold | null): ShownSplit | null {
  const mode = told?.mode;
  if (!told || mode === undefined || mode === 'available') return null;
  const { expires_at: expiresAt } = told;
  return {
    mode,
    splitters: (told.splitters ?? []).map((one) => (typeof one === 'string' ? one : one.username)),
    target: told.target_splitters ?? 0,
    remaining: told.remaining ?? 0,
    share: told.split_amount ?? 0,
    expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : (expiresAt ?? null),
    comment: told.comment ?? null,
  };
}
