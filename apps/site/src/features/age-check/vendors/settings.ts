import { z } from 'zod';
import { existsSync } from 'node:fs';

const word = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{0,300}$/, `${name} must be up to 300 signs without spaces`)
    .transform((text) => text || undefined)
    .optional();
const address = (name: string, fallback: string) =>
  z
    .string()
    .regex(/^https:\/\/[^\s/]+$/, `${name} must be an https address without a path`)
    .default(fallback);

/** The operator's fields of the environment for checks of age. */
export const ageCheckEnvironment = {
  YOTI_KEY: word('YOTI_KEY'),
  YOTI_SDK_ID: word('YOTI_SDK_ID'),
  INCODE_KEY: word('INCODE_KEY'),
  INCODE_URL: address('INCODE_URL', 'https://saas-api.incodesmile.com'),
  INCODE_ESTIMATION_FLOW: word('INCODE_ESTIMATION_FLOW'),
  INCODE_VERIFICATION_FLOW: word('INCODE_VERIFICATION_FLOW'),
  CCBILL_FRONT_ID: word('CCBILL_FRONT_ID'),
  CCBILL_FRONT_SECRET: word('CCBILL_FRONT_SECRET'),
  AGE_PROOF_URL: z
    .string()
    .regex(
      /^https:\/\/[^\s/?#]+(?:\/[^\s?#]*[^\s?#/])?$/,
      'AGE_PROOF_URL must be an https address without a slash at its end',
    )
    .optional(),
  AGE_LIVE_CHECK: z
    .enum(['0', '1'], { error: 'AGE_LIVE_CHECK must be 0 or 1' })
    .transform((text) => text === '1')
    .default(false),
  AGE_RULES_FILE: z
    .string()
    .refine((file) => existsSync(file), 'AGE_RULES_FILE must be a file')
    .optional(),
  AGE_RULES_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{59}=$/, 'AGE_RULES_KEY must be a public key (Ed25519, base64 of its DER form)')
    .optional(),
};

type Given = Readonly<Record<string, unknown>>;
const textOf = (given: Given, name: string) => given[name] as string | undefined;

/** What belongs together and must be given together. */
const TOGETHER = [
  ['YOTI_KEY', 'YOTI_SDK_ID'],
  ['INCODE_KEY', 'INCODE_ESTIMATION_FLOW', 'INCODE_VERIFICATION_FLOW'],
  ['CCBILL_FRONT_ID', 'CCBILL_FRONT_SECRET'],
  ['AGE_RULES_FILE', 'AGE_RULES_KEY'],
];

/** Errors of partly configured vendors. */
export function faultsOfAgeChecks(given: Given): readonly string[] {
  const halves = TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !given[name]);
    return missing.length > 0 && missing.length < names.length
      ? [`${missing.join(', ')} must be given, too, or none of ${names.join(', ')}`]
      : [];
  });
  const needed = ['CCBILL_ACCOUNT', 'CCBILL_APP_ID', 'CCBILL_APP_SECRET', 'CCBILL_USER', 'CCBILL_PASSWORD'];
  const lacking = given['CCBILL_FRONT_ID'] ? needed.filter((name) => !given[name]) : [];
  return lacking.length > 0
    ? [...halves, `CCBILL_FRONT_ID checks cards, which also needs ${lacking.join(', ')}`]
    : halves;
}

/** The configured vendors and rules; absent ones are undefined. */
export function ageCheckSettingsOf(given: Given) {
  const [yotiKey, sdkId] = [textOf(given, 'YOTI_KEY'), textOf(given, 'YOTI_SDK_ID')];
  const apiKey = textOf(given, 'INCODE_KEY');
  const [frontId, frontSecret] = [textOf(given, 'CCBILL_FRONT_ID'), textOf(given, 'CCBILL_FRONT_SECRET')];
  const [file, key] = [textOf(given, 'AGE_RULES_FILE'), textOf(given, 'AGE_RULES_KEY')];
  return {
    yoti: yotiKey && sdkId ? { key: yotiKey, sdkId } : undefined,
    incode: apiKey
      ? {
          apiKey,
          url: textOf(given, 'INCODE_URL')!,
          estimationFlow: textOf(given, 'INCODE_ESTIMATION_FLOW')!,
          verificationFlow: textOf(given, 'INCODE_VERIFICATION_FLOW')!,
        }
      : undefined,
    ccbill:
      frontId && frontSecret
        ? {
            account: textOf(given, 'CCBILL_ACCOUNT')!,
            subaccount: textOf(given, 'CCBILL_SUBACCOUNT')!,
            front: { id: frontId, secret: frontSecret },
            back: { id: textOf(given, 'CCBILL_APP_ID')!, secret: textOf(given, 'CCBILL_APP_SECRET')! },
            user: { name: textOf(given, 'CCBILL_USER')!, password: textOf(given, 'CCBILL_PASSWORD')! },
          }
        : undefined,
    proofUrl: textOf(given, 'AGE_PROOF_URL'),
    hasLiveCheck: given['AGE_LIVE_CHECK'] === true,
    rules: file && key ? { file, key } : undefined,
  };
}
export type AgeCheckSettings = ReturnType<typeof ageCheckSettingsOf>;
