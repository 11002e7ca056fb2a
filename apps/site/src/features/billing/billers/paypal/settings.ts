import { ANY_WORD, type SettingRules } from '../port/setting-rules.ts';

/** PayPal's settings. Its own rules limit what is sold here, so it must be switched on besides its keys. */
export const paypalRules = {
  required: {
    PAYPAL_CLIENT: ANY_WORD,
    PAYPAL_SECRET: ANY_WORD,
    PAYPAL_WEBHOOK: ANY_WORD,
  },
  optional: { PAYPAL_ENABLED: [/^[01]$/, '0 or 1'] },
} as const satisfies SettingRules<string, string>;
