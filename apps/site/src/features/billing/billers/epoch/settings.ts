import { ANY_WORD, NETWORKS, type SettingRules } from '../port/setting-rules.ts';

/** Epoch's settings. The operator's own sheet says what its feed calls credits and chargebacks. */
export const epochRules = {
  required: {
    EPOCH_COMPANY: [/^[\w-]{1,20}$/, 'the code of the company'],
    EPOCH_KEY: ANY_WORD,
    EPOCH_PRODUCTS: [
      /^\w{1,51}:[\w-]{1,40}(?:,\w{1,51}:[\w-]{1,40})*$/,
      'a comma list of products and their codes such as tokens_50:abc1',
    ],
  },
  optional: {
    EPOCH_PAGE: [/^(?:epoch|wnu)$/, 'epoch or wnu, the name under which it is sold'],
    EPOCH_FLEXPOST: [/^[01]$/, '1 to send buyers by FlexPost and not by the join link'],
    EPOCH_TYPES: [
      /^[A-Z]:(?:refunded|voided|charged_back|dispute_won|fraud_reported|alerted)(?:,[A-Z]:(?:refunded|voided|charged_back|dispute_won|fraud_reported|alerted))*$/,
      'a comma list of transaction types such as C:refunded,X:charged_back,W:dispute_won',
    ],
    EPOCH_USER: ANY_WORD,
    EPOCH_PASSWORD: ANY_WORD,
    EPOCH_NETWORKS: NETWORKS,
  },
} as const satisfies SettingRules<string, string>;

/** Where posts come from, as Epoch publishes it. */
export const EPOCH_NETWORKS = '65.17.248.0/24,208.236.105.0/24';
