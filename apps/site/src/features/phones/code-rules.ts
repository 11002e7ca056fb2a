import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';
import { DAY_MS } from '@klieg/kernel/time';

/** How long a code works, and how many tries it has. */
export const CODE_MS = 10 * 60_000;
export const CODE_TRIES = 5;
/** Codes that an account is sent in a day. */
export const CODES_A_DAY = 3;
/**
 * Codes that one number is sent in a day, whichever accounts ask. Beyond it the answer is the same and nothing is sent, so
 * that strangers neither fill somebody's phone nor learn whether others have named the number.
 */
export const CODES_TO_NUMBER_A_DAY = 10;

const DIGITS = 6;

/**
 * The six digits of a code. They are derived with a key that the database does not have, so no row and no waiting job
 * reveals them, and a repeated message says the same.
 */
export function codeOf(
  key: Uint8Array,
  { id, accountId, number }: { readonly id: string; readonly accountId: number; readonly number: string },
): string {
  const mac = createHmac('sha256', key).update(`${id} ${accountId} ${number}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Compares a typed code; the time it takes reveals nothing about the right one. */
export function isSameCode(right: string, given: string): boolean {
  return isSameSecret(given.replaceAll(/\s/gu, ''), right);
}

/** Seconds until an account may be sent another code; 0: now. @param askedAt the last day's, newest first, in Unix milliseconds */
export function secondsToNextCode(askedAt: readonly number[], nowMs: number): number {
  const oldest = askedAt[CODES_A_DAY - 1];
  return oldest === undefined ? 0 : Math.max(0, Math.ceil((oldest + DAY_MS - nowMs) / 1_000));
}
