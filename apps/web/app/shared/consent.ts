import { readCookie } from './cookie.ts';

/** What this browser's person has agreed to. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  readonly fingerprint: boolean;
}

/** The choice that was made in this browser, by its cookie; undefined: none was made yet. */
export function readConsent(cookies: string): Consent | undefined {
  const value = readCookie(cookies, 'cookie_consent');
  if (value === undefined || !/^[01]{3}$/u.test(value)) return undefined;
  return { analytics: value[0] === '1', ads: value[1] === '1', fingerprint: value[2] === '1' };
}
