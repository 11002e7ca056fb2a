/** Faults of the sandbox's posts; set by POST /control, for tests and demonstrations. */
export interface Faults {
  /** Each post is sent this many times. */
  readonly copies: number;
  /** Wait before the first post, in milliseconds. */
  readonly delayMs: number;
  /** Posts are signed with a wrong key. */
  readonly isForged: boolean;
  /** The post of one event is held until the next event and sent after it. */
  readonly isReordered: boolean;
  /** Posts are not sent at all. */
  readonly isSilent: boolean;
  /** The answer to a refund requested by the shop: given, refused, or no answer. */
  readonly refunds: 'given' | 'refused' | 'away';
}

export const noFaults: Faults = {
  copies: 1,
  delayMs: 0,
  isForged: false,
  isReordered: false,
  isSilent: false,
  refunds: 'given',
};
const COPIES_MAX = 5;
const DELAY_MAX_MS = 600_000;

/** Reads a change of the faults; unknown or wild values are refused with a sentence. */
export function readFaults(body: unknown): Faults | string {
  if (typeof body !== 'object' || body === null) return 'An object is wanted';
  const given = body as Record<string, unknown>;
  for (const key of Object.keys(given)) if (!(key in noFaults)) return `Unknown fault: ${key}`;
  const faults = { ...noFaults, ...given } as Faults;
  const numbersFit =
    Number.isInteger(faults.copies) &&
    faults.copies >= 1 &&
    faults.copies <= COPIES_MAX &&
    Number.isInteger(faults.delayMs) &&
    faults.delayMs >= 0 &&
    faults.delayMs <= DELAY_MAX_MS;
  const flagsFit = [faults.isForged, faults.isReordered, faults.isSilent].every(
    (flag) => typeof flag === 'boolean',
  );
  if (!['given', 'refused', 'away'].includes(faults.refunds)) return 'refunds: given, refused or away';
  return numbersFit && flagsFit ? faults : 'copies 1 to 5, delayMs 0 to 600000, the rest true or false';
}
