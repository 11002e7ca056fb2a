import { z } from 'zod';
import type { OauthSettings } from './providers/open-providers.ts';

const word = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{0,300}$/, `${name} must be up to 300 signs without spaces`)
    .transform((text) => text || undefined)
    .optional();

/** The operator's fields of the environment for log-in by accounts elsewhere. */
export const oauthEnvironment = {
  GOOGLE_LOGIN_ID: word('GOOGLE_LOGIN_ID'),
  GOOGLE_LOGIN_SECRET: word('GOOGLE_LOGIN_SECRET'),
  FACEBOOK_LOGIN_ID: word('FACEBOOK_LOGIN_ID'),
  FACEBOOK_LOGIN_SECRET: word('FACEBOOK_LOGIN_SECRET'),
};

type Given = { readonly [K in keyof typeof oauthEnvironment]?: string | undefined };

const PROVIDERS = ['GOOGLE', 'FACEBOOK'] as const;

/** Errors of partly configured providers. */
export const faultsOfOauth = (given: Given): readonly string[] =>
  PROVIDERS.flatMap((name) => {
    const [id, secret] = [`${name}_LOGIN_ID`, `${name}_LOGIN_SECRET`] as const;
    if (Boolean(given[id]) === Boolean(given[secret])) return [];
    return [`${given[id] ? secret : id} must be given, too, or neither of ${id}, ${secret}`];
  });

const keysOf = (id: string | undefined, secret: string | undefined) =>
  id && secret ? { id, secret } : undefined;

/** The configured providers; absent ones are undefined. */
export const oauthSettingsOf = (given: Given): OauthSettings => ({
  google: keysOf(given.GOOGLE_LOGIN_ID, given.GOOGLE_LOGIN_SECRET),
  facebook: keysOf(given.FACEBOOK_LOGIN_ID, given.FACEBOOK_LOGIN_SECRET),
});
