import type { RequestSite } from '../brand/index.ts';
import type { Place } from '../../platform/visitors/index.ts';
import type { Account, IdentityCaller } from '../identity/index.ts';

/** What a request says of the browser that sent it. */
export interface VisitorBrowser {
  /** The header unchanged, at most 300 characters; empty when absent. */
  readonly userAgent: string;
  /** The cookie of earlier log-ins (known-device.ts), unchecked. */
  readonly knownDevice: string | undefined;
  /** The consent cookie, unchecked. */
  readonly consent: string | undefined;
}

/** For socket callers, which have none of it. */
export const unknownBrowser: VisitorBrowser = { userAgent: '', knownDevice: undefined, consent: undefined };

/** The caller, by HTTP or by socket. */
export interface SiteCaller extends IdentityCaller, Place {
  readonly account: Account | null;
  /** The site that was asked; `locale` is its language. */
  readonly site: RequestSite;
  readonly browser: VisitorBrowser;
  readonly guestId: string | null;
  /** Public id of the login session, or `g{id}` of a guest: media tokens and revocations name it. */
  readonly sessionId: string;
  readonly sessionHash: Buffer | null;
}

/** The name that others see. */
export const nameOf = (caller: SiteCaller): string => caller.account?.username ?? caller.guestName;
