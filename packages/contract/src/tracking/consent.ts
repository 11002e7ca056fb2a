/** What a visitor has agreed to. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  readonly fingerprint: boolean;
}

/** Before somebody says so, nothing is agreed to. */
export const NO_CONSENT: Consent = { analytics: false, ads: false, fingerprint: false };

/** The value of the consent cookie: a digit each for analytics, ads and fingerprint. */
export const consentText = ({ analytics, ads, fingerprint }: Consent): string =>
  [analytics, ads, fingerprint].map((is) => (is ? '1' : '0')).join('');

/** The choice that a cookie holds; undefined for anything else than its three digits. */
export function parseConsent(cookie: string | undefined): Consent | undefined {
  if (cookie === undefined || !/^[01]{3}$/.test(cookie)) return undefined;
  return { analytics: cookie[0] === '1', ads: cookie[1] === '1', fingerprint: cookie[2] === '1' };
}
