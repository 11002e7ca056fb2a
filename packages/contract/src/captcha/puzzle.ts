/*
 * A puzzle that costs a browser about a second of work, and thousands of times that for somebody who tries thousands of
 * passwords. Shared by the server, which checks answers, and everything that solves them.
 */

/** What a refusal with identity.captcha_required or identity.captcha_failed carries. */
export interface Puzzle {
  /** As the server gave it; valid for exactly this request, for some minutes. */
  readonly puzzle: string;
  /** How many leading bits of the answer's SHA-256 must be zero. */
  readonly bits: number;
}

/** Longest answer that is accepted. */
export const ANSWER_CHARS_MAX = 4_000;

/** The answer to try for a number: sent as `captcha`, hashed as UTF-8. */
export const answerOf = (puzzle: string, nonce: number): string => `${puzzle}.${nonce}`;

/** Whether a hash begins with this many zero bits. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8);
  for (let at = 0; at < whole; at++) if (hash[at] !== 0) return false;
  const rest = bits % 8;
  return rest === 0 || (hash[whole] ?? 0xff) >> (8 - rest) === 0;
}

/** Reads the puzzle of a refusal; undefined where there is none, as with a vendor's check. */
export function readPuzzle(params: Readonly<Record<string, unknown>> | undefined): Puzzle | undefined {
  const { puzzle, bits } = params ?? {};
  return typeof puzzle === 'string' && typeof bits === 'number' ? { puzzle, bits } : undefined;
}

/**
 * Tries numbers one after the other, about 2^bits of them. Takes a while: a browser does it in a worker.
 * @param sha256 of UTF-8 text
 */
export function solvePuzzle({ puzzle, bits }: Puzzle, sha256: (text: string) => Uint8Array): string {
  for (let nonce = 0; ; nonce++) {
    const answer = answerOf(puzzle, nonce);
    if (hasZeroBits(sha256(answer), bits)) return answer;
  }
}
