import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';

/** The one-time link for declining post-pay: a MAC of the account and of how many were used before. */
export function makeDeclineTokens(secret: Uint8Array) {
  const tokenOf = (account: AccountId, number: number): string =>
    createHmac('sha256', secret).update(`decline ${account} ${number}`).digest('base64url');
  return {
    tokenOf,
    /** Whether it is this account's unused token. */
    fits(account: AccountId, number: number, given: string): boolean {
      const wanted = Buffer.from(tokenOf(account, number));
      const got = Buffer.from(given);
      return wanted.length === got.length && timingSafeEqual(wanted, got);
    },
  };
}

export type DeclineTokens = ReturnType<typeof makeDeclineTokens>;
