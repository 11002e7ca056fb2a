import { createHmac, randomInt } from 'node:crypto';

/** How many are made at once; each works once. */
export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

const half = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** New codes, as they are shown: two groups of five, about 49 bits. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);

/**
 * The stored form of a code, however its person writes it.
 * @param key is not in the database, so that with a copy of that alone no code can be found by trying
 */
export const hashOfRecoveryCode = (key: Uint8Array, accountId: number, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${accountId}:${code.toLowerCase().replaceAll(/[\s-]/gu, '')}`)
    .digest();
