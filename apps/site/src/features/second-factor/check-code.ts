import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { SecretSeal } from './secret-seal.ts';
import { findStep } from './totp.ts';

/**
 * Wrong codes a day after which no more are checked. Strangers with the password stop at the first number; the second,
 * which they cannot use up, is for browsers that have logged in before.
 */
export const WRONG_MAX = { stranger: 30, known: 300 } as const;

/** A code as somebody has typed it. */
export interface GivenCode {
  readonly accountId: AccountId;
  readonly code: string;
  /** From a browser that has logged in to this account before. */
  readonly isKnown: boolean;
}

/** The kind of a code: an app's has six digits. */
export const kindOfCode = (code: string): 'totp' | 'recovery' =>
  /^\s*\d{3}\s?\d{3}\s*$/u.test(code) ? 'totp' : 'recovery';

/**
 * Whether it is a code of the account's app, or one of its recovery codes. Either is taken once.
 * @throws identity.locked where too many have been wrong
 */
export type CheckCode = (given: GivenCode) => Promise<boolean>;

export function makeCheckCode(deps: {
  readonly store: SecondFactorStore;
  readonly seal: SecretSeal;
  readonly recoveryKey: Uint8Array;
  readonly clock: Clock;
}): CheckCode {
  const { store } = deps;
  return async ({ accountId, code, isKnown }) => {
    const secret = await store.countTry(accountId, isKnown ? WRONG_MAX.known : WRONG_MAX.stranger);
    if (!secret) {
      if (!(await store.findSecret(accountId))) return false;
      throw new AppError('identity.locked', { params: { retry_after_seconds: 3_600 } });
    }
    const takeStep = async () => {
      const opened = deps.seal.open(accountId, secret.sealed);
      const step = findStep(opened, code.replaceAll(/\s/gu, ''), deps.clock.now());
      return step !== undefined && store.takeStep(accountId, step);
    };
    return kindOfCode(code) === 'totp'
      ? takeStep()
      : store.takeRecoveryCode(accountId, hashOfRecoveryCode(deps.recoveryKey, accountId, code));
  };
}
