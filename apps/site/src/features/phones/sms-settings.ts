import { z } from 'zod';

/** The operator's account at a gateway that sends text messages. */
export interface SmsSettings {
  /** Takes messages by POST. */
  readonly url: string;
  readonly token: string;
  /** The number or name that messages come from. */
  readonly from: string;
}

const isGatewayUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
};

/** The operator's environment fields for text messages; empty means absent. */
export const smsEnvironment = {
  SMS_URL: z
    .string()
    .refine(
      (text) => text === '' || isGatewayUrl(text),
      'SMS_URL must be the http or https address to which messages are posted, without a name or password in it',
    )
    .transform((text) => text || undefined)
    .optional(),
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{0,1000}$/, 'SMS_TOKEN must be up to 1000 signs without spaces')
    .transform((text) => text || undefined)
    .optional(),
  SMS_FROM: z
    .string()
    .regex(
      /^(?:\+?\d{3,15}|[A-Za-z0-9 ]{1,11})?$/,
      'SMS_FROM must be a phone number such as +4930123456, or a name of up to 11 letters and digits',
    )
    .transform((text) => text || undefined)
    .optional(),
};

type Given = { readonly [K in keyof typeof smsEnvironment]?: string | undefined };

const NAMES = ['SMS_URL', 'SMS_TOKEN', 'SMS_FROM'] as const;

/** Errors of a partly configured gateway. */
export function faultsOfSms(given: Given): readonly string[] {
  const missing = NAMES.filter((name) => !given[name]);
  if (missing.length === 0 || missing.length === NAMES.length) return [];
  return [`${missing.join(' and ')} must be given, too, or none of ${NAMES.join(', ')}`];
}

/** The configured gateway; undefined: none. */
export const smsSettingsOf = ({ SMS_URL, SMS_TOKEN, SMS_FROM }: Given): SmsSettings | undefined =>
  SMS_URL && SMS_TOKEN && SMS_FROM ? { url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM } : undefined;
