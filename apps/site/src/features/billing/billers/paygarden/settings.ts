import { ANY_WORD, type SettingRules } from '../port/setting-rules.ts';

/** Paygarden's settings. */
export const paygardenRules = {
  required: {
    PAYGARDEN_PARTNER: [/^[\w-]{1,64}$/, 'the id of the partner'],
    PAYGARDEN_PRODUCT: [/^[\w-]{1,64}$/, 'the id of the product of which one unit is one token'],
    PAYGARDEN_KEY: ANY_WORD,
  },
  optional: {},
} as const satisfies SettingRules<string, string>;
