import { type Consent, parseConsent } from '@klieg/contract/features/tracking/consent';
import { CONSENT_COOKIE } from '@klieg/contract/features/tracking/limits';
import { readCookie } from './cookie.ts';

/** The choice that was made in this browser, by its cookies; undefined: none was made yet. */
export const readConsent = (cookies: string): Consent | undefined =>
  parseConsent(readCookie(cookies, CONSENT_COOKIE));
