import { type Consent, parseConsent } from '@klieg/contract/features/tracking/consent';
import { CONSENT_COOKIE } from '@klieg/contract/features/tracking/limits';
import { readCookie } from './cookie.ts';

/** The consent given in this browser, from its cookies; undefined: none yet. */
export const readConsent = (cookies: string): Consent | undefined =>
  parseConsent(readCookie(cookies, CONSENT_COOKIE));
