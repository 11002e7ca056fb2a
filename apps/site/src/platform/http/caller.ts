import type { Locale } from '@klieg/contract';

/** What the transport needs to know about the caller; identity fills it in. */
export interface Caller {
  /** `a{id}` of an account or `g{id}` of a guest: scope of idempotency keys and rate limits. */
  readonly key: string;
  readonly isLoggedIn: boolean;
  readonly isSuspended: boolean;
  /** Secret of the CSRF token: the session's or guest's cookie, or undefined when there is none yet. */
  readonly cookie: string | undefined;
  /** Address of the visitor, from a trusted proxy only. */
  readonly address: string;
  /** What limits count: the address, for IPv6 its first 64 bits. */
  readonly network: string;
  readonly isLoopback: boolean;
  readonly locale: Locale;
}

/** Sets or clears a cookie of the answer. */
export interface CookieChange {
  readonly name: string;
  /** Undefined clears it. */
  readonly value: string | undefined;
  readonly maxAgeSeconds?: number;
  /** Readable by the page; all others are only for the server. */
  readonly isReadable?: true;
}
