import { faultOfMediaSetting, isMediaSetting, type MediaSetting } from '@klieg/contract/media';
import { z } from 'zod';
import { ageCheckEnvironment } from '../features/age-check/index.ts';
import { oauthEnvironment } from '../features/oauth/index.ts';
import { bannerEnvironment } from '../features/banners/index.ts';
import { billerEnvironment, velocityEnvironment } from '../features/billing/index.ts';
import { frameEnvironment } from '../features/pages/index.ts';
import { onboardingEnvironment } from '../features/onboarding/index.ts';
import { relayEnvironment } from '../features/relays/index.ts';
import { smsEnvironment } from '../features/phones/index.ts';
import { pushEnvironment } from '../features/push/index.ts';
import { advertEnvironment, tagEnvironment } from '../features/brand/index.ts';
import { discoveryEnvironment } from '../features/discovery/index.ts';
import { reserveEnvironment } from '../features/earnings/index.ts';
import { breachEnvironment } from '../features/identity/index.ts';
import { operatorEnvironment } from '../features/content-pages/index.ts';
import { readS3Url } from '../platform/blobs/index.ts';
import { USER_COUNT } from '@klieg/processes';
import { readNetworks } from '../platform/visitors/index.ts';

/** Parts that a process may run. */
export const roleNames = ['site', 'media', 'jobs', 'sandbox'] as const;

const port = (name: string, fallback: number, min = 1) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a port number`)
    .transform(Number)
    .pipe(z.number().min(min, `${name} must be at least ${min}`).max(65_535, `${name} must be at most 65535`))
    .default(fallback);
const httpUrl = (name: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search;
  }, `${name} must be an http or https address without a path, such as https://klieg.example`);
/** A setting that media reads for itself, by the one rule of both; what is empty is not given. */
const mediaSetting = (name: MediaSetting) =>
  z
    .string()
    .refine((text) => isMediaSetting(name, text), faultOfMediaSetting(name))
    .transform((text) => text || undefined)
    .optional();
const flag = (name: string) =>
  z.enum(['0', '1'], { error: `${name} must be 0 or 1` }).transform((text) => text === '1');

function isBlobUrl(text: string): boolean {
  if (text.startsWith('file:///')) return true;
  try {
    return readS3Url(text).bucket !== '';
  } catch {
    return false;
  }
}

const isNetworkList = (texts: readonly string[]): boolean => {
  try {
    readNetworks(texts);
    return true;
  } catch {
    return false;
  }
};
const headerName = (name: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, `${name} must be the name of a header`)
    .transform((text) => text.toLowerCase())
    .optional();

/** The environment as text, each value by itself. */
export const environment = z.object({
  PORT: port('PORT', 8080),
  HOST: z.string().min(1, 'HOST must not be empty').default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'DATA_DIR must not be empty').default('./var'),
  PUBLIC_URL: httpUrl('PUBLIC_URL').optional(),
  SISTER_URL: httpUrl('SISTER_URL').optional(),
  /** Address of this node's room sockets, where pages reach each node by its own. */
  NODE_URL: z
    .string()
    .regex(/^wss?:\/\/\S+$/, 'NODE_URL must be a ws:// or wss:// address')
    .optional(),
  FIRST_UID: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'FIRST_UID must be a number of a user')
    .transform(Number)
    .pipe(
      z
        .number()
        // Node starts no process as a user from 2^31 on.
        .max(2 ** 31 - USER_COUNT, `FIRST_UID must leave room for ${USER_COUNT} users`),
    )
    .optional(),
  PRIVATE_NETWORK: flag('PRIVATE_NETWORK').optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'DATABASE_URL must start with postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'DATABASE_OWNER_URL must start with postgres://')
    .optional(),
  BUS_URL: z
    .string()
    .regex(/^(?:memory:|nats:\/\/\S+)$/, 'BUS_URL must be memory: or nats://host:port')
    .default('memory:'),
  BLOB_URL: z
    .string()
    .refine(isBlobUrl, 'BLOB_URL must be file:///folder or s3://KEY:SECRET@host/bucket')
    .optional(),
  ROLES: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z.array(z.enum(roleNames, { error: `ROLES must be a comma list of ${roleNames.join(', ')}` })).min(1),
    )
    .optional(),
  DEMO: flag('DEMO').optional(),
  DEMO_LIVE: z
    .string()
    .regex(/^\d{1,2}$/, 'DEMO_LIVE must be a number from 0 to 60')
    .transform(Number)
    .pipe(z.number().max(60, 'DEMO_LIVE must be a number from 0 to 60'))
    .default(16),
  TRUSTED_HOPS: z
    .string()
    .regex(/^\d$/, 'TRUSTED_HOPS must be the number of proxies in front, 0 to 9')
    .transform(Number)
    .default(0),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      isNetworkList,
      'TRUSTED_PROXIES must be a comma list of addresses and networks such as 10.0.0.0/8',
    )
    .default(['127.0.0.0/8', '::1']),
  COUNTRY_HEADER: headerName('COUNTRY_HEADER'),
  REGION_HEADER: headerName('REGION_HEADER'),
  COUNTRY_DATABASE: z.string().min(1, 'COUNTRY_DATABASE must be a file').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'METRICS_TOKEN must be 16 to 200 characters without spaces')
    .optional(),
  MEDIA_URL: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim().replace(/\/$/, '')))
    .pipe(z.array(httpUrl('MEDIA_URL')).max(64, 'MEDIA_URL must name at most 64 addresses'))
    .default([]),
  MEDIA_PROCESSES: z
    .string()
    .regex(/^(?:[1-9]|1[0-6])$/, 'MEDIA_PROCESSES must be a number from 1 to 16')
    .transform(Number)
    .default(1),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'DRAIN_SECONDS must be a number of seconds, 0 for an end at once')
    .transform(Number)
    .default(60),
  MEDIA_INTERNAL_URL: mediaSetting('MEDIA_INTERNAL_URL'),
  MEDIA_HOST: z.string().min(1, 'MEDIA_HOST must not be empty').optional(),
  MEDIA_SITE_URL: mediaSetting('MEDIA_SITE_URL'),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'NODE_NAME must be up to 60 letters, digits, dots and dashes')
    .optional(),
  MEDIA_RECORDING_FREE_MB: mediaSetting('MEDIA_RECORDING_FREE_MB'),
  MEDIA_RECORDING_SPOOL_MB: mediaSetting('MEDIA_RECORDING_SPOOL_MB'),
  MEDIA_TRANSCODE_CORES: mediaSetting('MEDIA_TRANSCODE_CORES'),
  MEDIA_TLS_CERT: z.string().optional(),
  MEDIA_TLS_KEY: z.string().optional(),
  ICE_PORT: port('ICE_PORT', 0, 0),
  RTMP_PORT: port('RTMP_PORT', 1935, 0),
  RTMP_HOST: z.string().min(1, 'RTMP_HOST must not be empty').optional(),
  RTMP_URL: z
    .string()
    .regex(/^rtmps?:\/\/\S+$/, 'RTMP_URL must start with rtmp:// or rtmps://')
    .optional(),
  STANDBY_DOMAINS: z
    .string()
    .regex(/^(?:[a-z0-9.:-]+(?:,[a-z0-9.:-]+)*)?$/, 'STANDBY_DOMAINS must be a comma list of hosts')
    .transform((text) => new Set(text ? text.split(',') : []))
    .default(new Set()),
  SANDBOX_PORT: port('SANDBOX_PORT', 0, 0),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'MAIL_URL must start with smtp:// or smtps://')
    .optional(),
  SUPPORT_EMAIL: z.email('SUPPORT_EMAIL must be a mail address').default('support@klieg.invalid'),
  ...operatorEnvironment,
  ...billerEnvironment,
  ...ageCheckEnvironment,
  ...oauthEnvironment,
  ...smsEnvironment,
  ...relayEnvironment,
  ...breachEnvironment,
  SITE_VARIANT: z.enum(['default', 'swiper'], 'SITE_VARIANT must be default or swiper').default('default'),
  ...bannerEnvironment,
  ...frameEnvironment,
  ...pushEnvironment,
  DISCORD_URL: z
    .url({ protocol: /^https$/, error: 'DISCORD_URL must be an https:// address' })
    .max(200, 'DISCORD_URL must have at most 200 characters')
    .optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(
      /^\+[0-9][0-9 ()-]{5,28}[0-9]$/,
      'SUPPORT_PHONE must be a number with its country, such as +49 30 1234567',
    )
    .optional(),
  TIP_BLOCKED_COUNTRIES: z
    .string()
    .regex(
      /^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/,
      'TIP_BLOCKED_COUNTRIES must be a comma list of country codes such as SE',
    )
    .transform((text) => new Set(text ? text.split(',') : []))
    .default(new Set(['SE'])),
  ...velocityEnvironment,
  ...reserveEnvironment,
  ...onboardingEnvironment,
  ...tagEnvironment,
  ...advertEnvironment,
  ...discoveryEnvironment,
  PROMO_DAILY_TOKENS: z
    .string()
    .regex(/^\d{1,9}$/, 'PROMO_DAILY_TOKENS must be a whole number of tokens')
    .transform(Number)
    .default(0),
  SEAL_AFTER_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'SEAL_AFTER_DAYS must be a whole number of days, 31 or more')
    .transform(Number)
    .refine((days) => days >= 31, 'SEAL_AFTER_DAYS must be 31 or more')
    .default(600),
  POSTPAY_AFTER_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'POSTPAY_AFTER_DAYS must be a whole number of days')
    .transform(Number)
    .default(30),
  POSTPAY_AFTER_PURCHASES: z
    .string()
    .regex(/^\d{1,5}$/, 'POSTPAY_AFTER_PURCHASES must be a whole number of purchases')
    .transform(Number)
    .default(3),
  TRANSLATE_URL: httpUrl('TRANSLATE_URL').optional(),
  TRANSLATE_KEY: z.string().max(200, 'TRANSLATE_KEY must be at most 200 characters').optional(),
  BANNED_TERMS: z
    .string()
    .max(100_000, 'BANNED_TERMS must be at most 100000 characters')
    .transform((text) => text.split(',').map((term) => term.trim()))
    .default([]),
  SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'SECRET must be 64 hexadecimal digits')
    .optional(),
});

export type Environment = z.output<typeof environment>;
