import { expect, test } from 'vitest';
import { checkPassword, hashAtCost, hashPassword, PASSWORD_COST } from './password.ts';

// The setup of tests, which runs before each file, makes it cheap.
hashAtCost(PASSWORD_COST);

test('a password is kept as argon2id of 19 MiB and two passes, each with a salt of its own', async () => {
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(first).not.toBe(second);
  expect(await checkPassword(first, 'correct horse')).toBe(true);
  expect(await checkPassword(first, 'correct horsf')).toBe(false);
  expect(await checkPassword(undefined, 'correct horse')).toBe(false);
});
