import type { RequestSite } from '../brand/index.ts';
import type { Account, IdentityCaller } from '../identity/index.ts';

/** Where somebody is, as the proxy in front of us says. */
export interface Place {
  readonly country: string | null;
  /** ISO 3166-2, e.g. `US-FL`. */
  readonly state: string | null;
}

/** Whoever asks, by HTTP or by socket. */
export interface SiteCaller extends IdentityCaller, Place {
  readonly account: Account | null;
  /** The site that was asked; `locale` is its language. */
  readonly site: RequestSite;
  readonly guestId: string | null;
  /** Public id of the login session, or `g{id}` of a guest: media tokens and revocations name it. */
  readonly sessionId: string;
  readonly sessionHash: Buffer | null;
  /** A password was given lately: what needs one is open until then, in Unix milliseconds; 0: never. */
  readonly sudoUntil: number;
}

/** The name that others see. */
export const nameOf = (caller: SiteCaller): string => caller.account?.username ?? caller.guestName;
