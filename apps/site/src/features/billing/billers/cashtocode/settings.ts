import { ANY_WORD, type SettingRules } from '../port/setting-rules.ts';

/** CashtoCode's settings, one account per currency. */
export const cashtocodeRules = {
  required: {
    CASHTOCODE_URL: [/^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*[\w-])?$/, 'an https address'],
    CASHTOCODE_USER: ANY_WORD,
    CASHTOCODE_PASSWORD: ANY_WORD,
    CASHTOCODE_MERCHANT: ANY_WORD,
    CASHTOCODE_CURRENCY: [/^[A-Z]{3}$/, 'a currency such as EUR'],
    CASHTOCODE_SECRET: [
      /^[\x20-\x7e]{8,300}$/,
      'what its posts bring as their authorization, 8 signs or more',
    ],
  },
  optional: {},
} as const satisfies SettingRules<string, string>;
