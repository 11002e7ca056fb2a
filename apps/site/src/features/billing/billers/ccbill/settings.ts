import { ANY_WORD, NETWORKS, type SettingRules } from '../port/setting-rules.ts';

/** CCBill's settings. One-click, refunds and cancels need the user of DataLink, payment tokens the application of REST. */
export const ccbillRules = {
  required: {
    CCBILL_ACCOUNT: [/^\d{6}$/, 'the six digits of the account'],
    CCBILL_SUBACCOUNT: [/^\d{4}$/, 'the four digits of the subaccount'],
    CCBILL_FORM: [/^[0-9a-fA-F-]{8,64}$/, 'the id of the FlexForm'],
    CCBILL_SALT: ANY_WORD,
  },
  optional: {
    CCBILL_USER: ANY_WORD,
    CCBILL_PASSWORD: ANY_WORD,
    CCBILL_APP_ID: ANY_WORD,
    CCBILL_APP_SECRET: ANY_WORD,
    CCBILL_NETWORKS: NETWORKS,
  },
} as const satisfies SettingRules<string, string>;

/** Where webhooks come from, as CCBill publishes it. */
export const CCBILL_NETWORKS = '64.38.212.0/24,64.38.215.0/24,64.38.240.0/24,64.38.241.0/24';
