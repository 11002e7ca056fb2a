import { ANY_WORD, type SettingRules } from '../port/setting-rules.ts';

/** Rocketfuel's settings. */
export const rocketfuelRules = {
  required: {
    ROCKETFUEL_MERCHANT: ANY_WORD,
    ROCKETFUEL_EMAIL: ANY_WORD,
    ROCKETFUEL_PASSWORD: ANY_WORD,
    ROCKETFUEL_PUBLIC_KEY: [
      /^[A-Za-z0-9+/=]{100,2000}$/,
      "the base64 of Rocketfuel's public key, on one line",
    ],
  },
  optional: {},
} as const satisfies SettingRules<string, string>;

/** A key without the first and last line of its PEM file. */
export const pemOf = (base64: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PUBLIC KEY-----\n`;
