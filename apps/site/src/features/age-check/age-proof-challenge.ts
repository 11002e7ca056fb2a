import { createHmac, randomBytes } from 'node:crypto';
import type { AgeMethod } from '@klieg/contract';
import { isSameSecret } from '@klieg/kernel/secrets';

/** How long a challenge may wait for its proof. */
export const CHALLENGE_MS = 60 * 60_000;

interface Visit {
  /** Whose visit it is; only goes into the seal. */
  readonly subject: string;
  readonly method: AgeMethod;
}

/**
 * Challenges: a random number sealed for one visit. Nothing is stored, and a reader learns only until when it is valid.
 */
export function makeChallenges(secret: Uint8Array) {
  const sealOf = ({ subject, method }: Visit, until: string, random: string) =>
    createHmac('sha256', secret).update(`${subject} ${method} ${until} ${random}`).digest();
  return {
    make(visit: Visit, now: number): { readonly challenge: string; readonly until: number } {
      const until = now + CHALLENGE_MS;
      const random = randomBytes(16).toString('base64url');
      const seal = sealOf(visit, String(until), random).toString('base64url');
      return { challenge: `${until}.${random}.${seal}`, until };
    },
    /** Whether it was made for this visit and is still good. */
    isOf(challenge: string, visit: Visit, now: number): boolean {
      const [until = '', random = '', seal = '', ...rest] = challenge.split('.');
      const isSealed = isSameSecret(Buffer.from(seal, 'base64url'), sealOf(visit, until, random));
      return isSealed && rest.length === 0 && Number(until) > now;
    },
  };
}
export type Challenges = ReturnType<typeof makeChallenges>;
