import { hkdfSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { readS3Url } from '../platform/blobs/index.ts';

/** Parts that a process may run. */
export type Role = 'site' | 'media' | 'jobs' | 'sandbox';
const roleNames = ['site', 'media', 'jobs', 'sandbox'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly publicUrl: string;
  readonly isSecure: boolean;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** Address of this node's room sockets; absent where any node serves any room. */
  readonly nodeUrl: string | undefined;
  readonly busUrl: string;
  /** Where files are kept: file:///folder or s3://KEY:SECRET@host/bucket. */
  readonly blobUrl: string;
  readonly roles: ReadonlySet<Role>;
  /** Undefined: only on a fresh embedded database. */
  readonly demo: boolean | undefined;
  readonly demoLive: number;
  readonly trustedHops: number;
  /** Media processes of other machines. */
  readonly mediaUrls: readonly string[];
  /** Media processes of this machine. */
  readonly mediaProcesses: number;
  /** Where media processes of other machines reach the first of this one; the others follow by port. */
  readonly mediaInternalUrl: string | undefined;
  /** Where this machine's media processes listen. */
  readonly mediaHost: string;
  /** Where media processes ask for stream keys and hand recordings over. */
  readonly mediaSiteUrl: string;
  /** Name of this machine in what media processes say. */
  readonly nodeName: string;
  readonly icePort: number;
  /** Port for encoders by RTMP and RTMPS; 0: none. */
  readonly rtmpPort: number;
  /** Where encoders publish, when media runs elsewhere. */
  readonly rtmpUrl: string | undefined;
  /** Hosts on which rooms may be in standby. */
  readonly standbyDomains: ReadonlySet<string>;
  readonly sandboxPort: number;
  readonly supportEmail: string;
  /** Shown to super VIPs; null: nobody is shown one. */
  readonly supportPhone: string | null;
  /** Where mails are sent; undefined: they are kept and shown at /dev/mail. */
  readonly mailUrl: string | undefined;
  /** Countries that may neither buy nor tip. */
  readonly tipBlockedCountries: ReadonlySet<string>;
  /** A service like LibreTranslate; undefined: lines are not translated. */
  readonly translateUrl: string | undefined;
  readonly translateKey: string | undefined;
  /** Words that no message may hold. */
  readonly bannedTerms: readonly string[];
  readonly secret: Uint8Array;
}

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

const environment = z.object({
  PORT: port('PORT', 8080),
  HOST: z.string().min(1, 'HOST must not be empty').default('0.0.0.0'),
  DATA_DIR: z.string().min(1, 'DATA_DIR must not be empty').default('./var'),
  PUBLIC_URL: httpUrl('PUBLIC_URL').optional(),
  /** Address of this node's room sockets, where pages reach each node by its own. */
  NODE_URL: z
    .string()
    .regex(/^wss?:\/\/\S+$/, 'NODE_URL must be a ws:// or wss:// address')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'DATABASE_URL must start with postgres://')
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
    .default([...roleNames]),
  DEMO: flag('DEMO').optional(),
  DEMO_LIVE: z
    .string()
    .regex(/^\d{1,2}$/, 'DEMO_LIVE must be a number from 0 to 60')
    .transform(Number)
    .pipe(z.number().max(60, 'DEMO_LIVE must be a number from 0 to 60'))
    .default(6),
  TRUSTED_HOPS: z
    .string()
    .regex(/^\d$/, 'TRUSTED_HOPS must be the number of proxies in front, 0 to 9')
    .transform(Number)
    .default(0),
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
  MEDIA_INTERNAL_URL: httpUrl('MEDIA_INTERNAL_URL')
    .refine((text) => text.startsWith('http:'), 'MEDIA_INTERNAL_URL must be an http address')
    .optional(),
  MEDIA_HOST: z.string().min(1, 'MEDIA_HOST must not be empty').optional(),
  MEDIA_SITE_URL: httpUrl('MEDIA_SITE_URL').optional(),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'NODE_NAME must be up to 60 letters, digits, dots and dashes')
    .optional(),
  ICE_PORT: port('ICE_PORT', 0, 0),
  RTMP_PORT: port('RTMP_PORT', 1935, 0),
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

/** A start that cannot work; the message says which value is wrong and why. */
export class ConfigError extends Error {}

/** The root secret: given, or made once and kept beside the data. */
function rootSecret(given: string | undefined, dataDir: string): Uint8Array {
  if (given) return Buffer.from(given, 'hex');
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  const secret = randomBytes(32);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, secret.toString('hex'), { mode: 0o600 });
  return secret;
}

/** A key of its own for each purpose. */
export const deriveSecret = (root: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, new Uint8Array(), purpose, 32));

/** What roles need that are not beside a site: they find it and each other by what is given. */
function faultsOfRoles(given: z.output<typeof environment>): string[] {
  const isShared = given.BUS_URL !== 'memory:';
  const isMedia = given.ROLES.includes('media');
  if (given.ROLES.includes('site')) {
    const isLost = isMedia && isShared && given.MEDIA_PROCESSES > 1 && !given.MEDIA_INTERNAL_URL;
    return isLost ? ['MEDIA_INTERNAL_URL must be given with several media processes and a shared bus'] : [];
  }
  if (given.ROLES.join() !== 'media') return ['ROLES must contain site, or be media alone'];
  return [
    ...(isShared ? [] : ['BUS_URL must be nats://host:port for a machine that runs media alone']),
    ...(given.SECRET ? [] : ['SECRET must be that of the site']),
    ...(given.MEDIA_SITE_URL ? [] : ['MEDIA_SITE_URL must be the address of the site']),
    ...(given.MEDIA_INTERNAL_URL ? [] : ['MEDIA_INTERNAL_URL must be where others reach this machine']),
  ];
}

/** Reads the environment. @throws ConfigError naming every wrong value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const result = environment.safeParse(env);
  if (!result.success) throw new ConfigError(result.error.issues.map((issue) => issue.message).join('\n'));
  const given = result.data;
  const faults = faultsOfRoles(given);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const dataDir = resolve(given.DATA_DIR);
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/$/, '');
  if (given.DEMO && given.DATABASE_URL && publicUrl.startsWith('https:'))
    throw new ConfigError(
      'DEMO=1 makes accounts with known passwords; it is refused for a public https site with its own database',
    );
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir,
    publicUrl,
    isSecure: publicUrl.startsWith('https:'),
    nodeUrl: given.NODE_URL && `${given.NODE_URL.replace(/\/$/, '')}/ws/room`,
    databaseUrl: given.DATABASE_URL,
    busUrl: given.BUS_URL,
    blobUrl: given.BLOB_URL ?? pathToFileURL(join(dataDir, 'blobs')).href,
    roles: new Set(given.ROLES),
    demo: given.DEMO,
    demoLive: given.DEMO_LIVE,
    trustedHops: given.TRUSTED_HOPS,
    mediaUrls: given.MEDIA_URL,
    mediaProcesses: given.MEDIA_PROCESSES,
    mediaInternalUrl: given.MEDIA_INTERNAL_URL?.replace(/\/$/, ''),
    mediaHost: given.MEDIA_HOST ?? (given.MEDIA_INTERNAL_URL ? '0.0.0.0' : '127.0.0.1'),
    mediaSiteUrl: (given.MEDIA_SITE_URL ?? `http://127.0.0.1:${given.PORT}`).replace(/\/$/, ''),
    nodeName: given.NODE_NAME ?? (given.BUS_URL === 'memory:' ? 'media' : hostname()),
    rtmpPort: given.RTMP_PORT,
    rtmpUrl: given.RTMP_URL,
    standbyDomains: given.STANDBY_DOMAINS,
    icePort: given.ICE_PORT,
    sandboxPort: given.SANDBOX_PORT,
    supportEmail: given.SUPPORT_EMAIL,
    supportPhone: given.SUPPORT_PHONE ?? null,
    mailUrl: given.MAIL_URL,
    tipBlockedCountries: given.TIP_BLOCKED_COUNTRIES,
    translateUrl: given.TRANSLATE_URL,
    translateKey: given.TRANSLATE_KEY,
    bannedTerms: given.BANNED_TERMS,
    secret: rootSecret(given.SECRET, dataDir),
  };
}
