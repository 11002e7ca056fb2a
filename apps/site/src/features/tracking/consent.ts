/** What somebody has agreed to. Nothing is agreed to before they say so. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  readonly fingerprint: boolean;
}

export const NO_CONSENT: Consent = { analytics: false, ads: false, fingerprint: false };

/** The value of the cookie: three digits. */
export const consentText = ({ analytics, ads, fingerprint }: Consent): string =>
  [analytics, ads, fingerprint].map((is) => (is ? '1' : '0')).join('');

/** What a cookie says; anything else than three digits agrees to nothing. */
export function readConsent(cookie: string | undefined): Consent {
  if (!/^[01]{3}$/.test(cookie ?? '')) return NO_CONSENT;
  const [analytics, ads, fingerprint] = [...cookie!].map((digit) => digit === '1');
  return { analytics: analytics!, ads: ads!, fingerprint: fingerprint! };
}
