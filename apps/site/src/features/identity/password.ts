import { hash, verify } from '@node-rs/argon2';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const COMMON = new Set(
  'password password1 password12 password123 passwort passwort1 12345678 123456789 1234567890 qwertyui qwertyuiop qwerty123 iloveyou letmein1 football baseball sunshine princess superman trustno1 welcome1 admin123 abcd1234 1q2w3e4r'.split(
    ' ',
  ),
);

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

const decoy = hashPassword('a decoy for logins that do not exist');

/** Compares in the same time whether the account exists or not. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && isRight;
}

/** True for what is guessed first: listed, one repeated character, or the person's own name. */
export function isWeakPassword(password: string, username: string, email: string): boolean {
  const lower = password.toLowerCase();
  const own = [username, email.split('@')[0]!].filter((word) => word.length >= 4);
  return COMMON.has(lower) || new Set(lower).size < 4 || own.some((word) => lower === word.toLowerCase());
}
