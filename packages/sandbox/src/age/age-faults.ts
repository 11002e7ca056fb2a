/** Faults of the vendors of age checks; set by POST /twins/control, for tests and demonstrations. */
export interface AgeFaults {
  /** Every question is answered with 503. */
  readonly isAway: boolean;
  /** The site is not told that there is a result. */
  readonly isSilent: boolean;
  /** Voids are refused. */
  readonly refusesVoids: boolean;
  /** The issuer of proofs signs with an expired key. */
  readonly signsWithOldKey: boolean;
}

export const noAgeFaults: AgeFaults = {
  isAway: false,
  isSilent: false,
  refusesVoids: false,
  signsWithOldKey: false,
};

/** Reads a change of the faults; unknown or wild values are refused with a sentence. */
export function readAgeFaults(body: unknown): AgeFaults | string {
  if (typeof body !== 'object' || body === null) return 'An object is wanted';
  for (const [key, value] of Object.entries(body))
    if (!(key in noAgeFaults) || typeof value !== 'boolean') return `Unknown fault: ${key}`;
  return { ...noAgeFaults, ...body };
}
