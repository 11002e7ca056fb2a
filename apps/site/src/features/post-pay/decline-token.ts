import { createHmac } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';

/** The one-time link for declining post-pay: a MAC of the account and of how many were used before. */
export function makeDeclineTokens(secret: Uint8Array) {
  const tokenOf = (account: AccountId, number: number): string =>
    createHmac('sha256', secret).update(`decline ${account} ${number}`).digest('base64url');
  return {
    tokenOf,
    /** Whether it is this account's unused token. */
    fits(account: AccountId, number: number, given: string): boolean {
      return isSameSecret(given, tokenOf(account, number));
    },
  };
}

export type DeclineTokens = ReturnType<typeof makeDeclineTokens>;
