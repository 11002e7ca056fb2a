import { createHmac } from 'node:crypto';
import { hasZeroBits, type Puzzle } from '@klieg/contract/features/captcha/puzzle';
import { randomToken } from '@klieg/kernel';
import { isSameSecret, sha256 } from '@klieg/kernel/secrets';

/** Tells people from programs that try very many times. A vendor's check would be another implementation. */
export interface Captcha {
  /**
   * What a refusal tells somebody who has to prove themselves.
   * @param about what is requested; an answer is valid only for this
   */
  challenge(about: string): Puzzle;
  /** Whether somebody has proved themselves for exactly that. */
  isPassed(answer: string, about: string): Promise<boolean>;
}

/** About 130,000 hashes: well below a second on a computer, some seconds on an old telephone. */
const BITS = 17;
/** How long an answer is valid; slow phones need time. */
const HOLDS_MS = 10 * 60_000;
const FORM = /^([A-Za-z0-9_-]{16}\.(\d{13}))\.([A-Za-z0-9_-]{43})\.\d{1,16}$/;

/**
 * Work for the browser instead of a vendor: nobody else learns who logs in. Nothing is stored: a puzzle is signed with
 * what it is about, so each other name or password needs another, and sending an answer twice gains nothing.
 */
export function makeProofOfWork(deps: {
  readonly secret: Uint8Array;
  readonly now: () => number;
  readonly bits?: number;
}): Captcha {
  const { bits = BITS } = deps;
  const sign = (body: string, about: string): string =>
    createHmac('sha256', deps.secret).update(`${body}\0${about}`).digest('base64url');
  return {
    challenge(about) {
      const body = `${randomToken(12)}.${deps.now()}`;
      return { puzzle: `${body}.${sign(body, about)}`, bits };
    },
    async isPassed(answer, about) {
      const [, body = '', at = '', given = ''] = FORM.exec(answer) ?? [];
      const age = deps.now() - Number(at);
      if (body === '' || age < 0 || age > HOLDS_MS) return false;
      if (!isSameSecret(given, sign(body, about))) return false;
      return hasZeroBits(sha256(answer), bits);
    },
  };
}
