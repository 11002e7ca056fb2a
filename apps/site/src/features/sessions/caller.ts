import type { Account, IdentityCaller } from '../identity/index.ts';

/** Whoever asks, by HTTP or by socket. */
export interface SiteCaller extends IdentityCaller {
  readonly account: Account | null;
  readonly guestId: string | null;
  /** Public id of the login session, or `g{id}` of a guest: media tokens and revocations name it. */
  readonly sessionId: string;
  readonly sessionHash: Buffer | null;
  readonly country: string | null;
  /** A password was given lately: what needs one is open until then, in Unix milliseconds; 0: never. */
  readonly sudoUntil: number;
}

/** The name that others see. */
export const nameOf = (caller: SiteCaller): string => caller.account?.username ?? caller.guestName;
