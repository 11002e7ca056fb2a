import { hash, verify } from '@node-rs/argon2';
import type { IsBreached } from './breach-lookup.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number } =
  PASSWORD_COST;

/** For tests, which make thousands of accounts. */
export function hashAtCost(other: typeof cost): void {
  cost = other;
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

const decoy = hashPassword('a decoy for logins that do not exist');

/** Compares in the same time whether the account exists or not. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && isRight;
}

/** Whether a password is one that the site does not take. */
export type IsWeakPassword = (password: string, username: string, email: string) => Promise<boolean>;

/**
 * Easily guessed passwords: common ones and variations, keyboard rows, dates, the person's own name; and, if the
 * operator enables the look-up, stolen ones.
 * @param isBreached absent: nothing is looked up
 */
export const makeIsWeakPassword =
  (isBreached?: IsBreached): IsWeakPassword =>
  async (password, username, email) => {
    // Its word list is fetched with the first registration, not with every start.
    const { scorePassword, SCORE_MIN } = await import('@klieg/passwords');
    if (scorePassword(password, [username, email.split('@')[0]!]) < SCORE_MIN) return true;
    return (await isBreached?.(password)) ?? false;
  };
