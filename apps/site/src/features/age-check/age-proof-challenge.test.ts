import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeChallenges } from './age-proof-challenge.ts';

test('a challenge is good for its visit and method, for an hour, and says neither', () => {
  const challenges = makeChallenges(randomBytes(32));
  const visit = { subject: 's0198-visit', method: 'id_check' } as const;
  const { challenge, until } = challenges.make(visit, 1_000);
  expect(until).toBe(1_000 + 3_600_000);
  expect(challenges.isOf(challenge, visit, until - 1)).toBe(true);
  expect(challenges.isOf(challenge, visit, until)).toBe(false);
  expect(challenges.isOf(challenge, { ...visit, subject: 's0198-other' }, 1_000)).toBe(false);
  expect(challenges.isOf(challenge, { ...visit, method: 'digital_id' }, 1_000)).toBe(false);
  expect(makeChallenges(randomBytes(32)).isOf(challenge, visit, 1_000)).toBe(false);
  expect(challenge).not.toContain('visit');
});
