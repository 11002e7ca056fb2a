import { ANY_WORD, NETWORKS, type SettingRules } from '../port/setting-rules.ts';

/** RocketGate's settings. Its posts are unsigned, so their source networks must be configured. */
export const rocketgateRules = {
  required: {
    ROCKETGATE_MERCHANT: [/^\d{1,12}$/, 'the number of the merchant'],
    ROCKETGATE_PASSWORD: ANY_WORD,
    ROCKETGATE_HASH_SECRET: ANY_WORD,
    ROCKETGATE_NETWORKS: NETWORKS,
  },
  optional: {
    ROCKETGATE_SITE: [/^\d{1,12}$/, 'the number of the site'],
    ROCKETGATE_3DS: [/^[01]$/, '1 to have holders of cards on file confirm what they buy'],
    ROCKETGATE_TEST: [/^[01]$/, '1 for the servers of its developers'],
  },
} as const satisfies SettingRules<string, string>;
