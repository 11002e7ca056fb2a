import { hash, verify } from '@node-rs/argon2';

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

/**
 * True for what is guessed first: common passwords and what is made of them, rows of keys, dates, the
 * person's own name.
 */
export async function isWeakPassword(password: string, username: string, email: string): Promise<boolean> {
  // Its word list is fetched with the first registration, not with every start.
  const { scorePassword, SCORE_MIN } = await import('@klieg/passwords');
  return scorePassword(password, [username, email.split('@')[0]!]) < SCORE_MIN;
}
