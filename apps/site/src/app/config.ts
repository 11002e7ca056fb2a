import { hkdfSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type BillerSettings,
  billerSettingsOf,
  type VelocityLimits,
  faultsOfBillers,
} from '../features/billing/index.ts';
import { type AgeCheckSettings, ageCheckSettingsOf, faultsOfAgeChecks } from '../features/age-check/index.ts';
import { faultsOfOauth, type OauthSettings, oauthSettingsOf } from '../features/oauth/index.ts';
import type { ReserveTerms } from '../features/earnings/index.ts';
import { onboardingSettingsOf } from '../features/onboarding/index.ts';
import { faultsOfSms, type SmsSettings, smsSettingsOf } from '../features/phones/index.ts';
import { faultsOfRelays, type RelaySettings, relaySettingsOf } from '../features/relays/index.ts';
import { type Operator, operatorOf } from '../features/content-pages/index.ts';
import { type AdvertSettings, advertSettingsOf } from '../features/brand/index.ts';
import { type Environment, environment, roleNames } from './environment.ts';
import { foreignHostsOf } from './foreign-hosts.ts';
import { faultsOfMediaFiles, type MediaSettings, mediaSettingsOf } from './media-settings.ts';
import { faultsOfSafety, isLocalHost } from './unsafe-settings.ts';

export type Role = (typeof roleNames)[number];

export interface Config extends MediaSettings {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly publicUrl: string;
  /** Address of the sister brand, a host of its own that is served by the same site; null: there is none. */
  readonly sisterUrl: string | null;
  readonly isSecure: boolean;
  /** The first user of a site that is started as root. */
  readonly firstUid: number | undefined;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** The role that makes and changes tables; undefined: that of databaseUrl. */
  readonly databaseOwnerUrl: string | undefined;
  /** Address of this node's room sockets; absent where any node serves any room. */
  readonly nodeUrl: string | undefined;
  readonly busUrl: string;
  /** Where files are kept: file:///folder or s3://KEY:SECRET@host/bucket. */
  readonly blobUrl: string;
  readonly roles: ReadonlySet<Role>;
  /** Reached from this machine alone. */
  readonly isLocal: boolean;
  /** Undefined: only on a fresh embedded database. Never where others reach the site. */
  readonly demo: boolean | undefined;
  readonly demoLive: number;
  /** The sandbox biller was asked for by name, beside a site without a demo. */
  readonly isSandboxWanted: boolean;
  /** Proxies in front that each add the address that called them. */
  readonly trustedHops: number;
  /** Addresses and networks from which those proxies call the site. */
  readonly trustedProxies: readonly string[];
  /** Headers in which a proxy says where a visitor is, in small letters. */
  readonly countryHeader: string | undefined;
  readonly regionHeader: string | undefined;
  /** File that knows places by address, in the format of MaxMind. */
  readonly countryDatabase: string | undefined;
  /** Opens /metrics to whoever has it; undefined: to nobody but the demo's own machine. */
  readonly metricsToken: string | undefined;
  /** Name of this machine in what media processes say. */
  readonly nodeName: string;
  readonly icePort: number;
  /** Port for encoders by RTMP and RTMPS; 0: none. */
  readonly rtmpPort: number;
  /** Where encoders are awaited. */
  readonly rtmpHost: string;
  /** Where encoders publish, when media runs elsewhere. */
  readonly rtmpUrl: string | undefined;
  /** Hosts on which rooms may be in standby. */
  readonly standbyDomains: ReadonlySet<string>;
  readonly sandboxPort: number;
  readonly supportEmail: string;
  /** Who runs this site, for the texts of the law. */
  readonly operator: Operator;
  /** The operator's accounts at billers. */
  readonly billers: BillerSettings;
  /** Vendors that check ages, and the operator's own rules. */
  readonly ageChecks: AgeCheckSettings;
  /** Providers by whose accounts people log in. */
  readonly oauth: OauthSettings;
  /** The gateway that sends text messages; undefined: none are sent. */
  readonly sms: SmsSettings | undefined;
  /** Relays for connections by WebRTC. */
  readonly relays: RelaySettings;
  readonly breachUrl: string | undefined;
  /** `swiper`: on phones the lists open as a feed that is swiped. */
  readonly siteVariant: 'default' | 'swiper';
  /** Where members meet outside the site, linked at the foot of every page; null: nowhere. */
  readonly discordUrl: string | null;
  /** Shown to super VIPs; null: nobody is shown one. */
  readonly supportPhone: string | null;
  /** Where mails are sent; undefined: they are kept and shown at /dev/mail. */
  readonly mailUrl: string | undefined;
  /** Countries that may neither buy nor tip. */
  readonly tipBlockedCountries: ReadonlySet<string>;
  /** The most that free tokens promised on a day may cost; 0: there are none. */
  readonly promoDailyTokens: number;
  /** How many days after its end a month of the ledger may be sealed. */
  readonly sealAfterDays: number;
  /** At how many orders, declines, cards and buyers of a network further purchases stop. */
  readonly velocityLimits: VelocityLimits;
  /** What of ripe earnings is kept back against chargebacks. */
  readonly reserveTerms: ReserveTerms;
  /** How many of staff have to agree before somebody is approved. */
  readonly identityReviewers: 1 | 2;
  /** Keys of the vault that former root secrets meant. */
  readonly formerVaultKeys: readonly Uint8Array[];
  /** From when on credit is offered. */
  readonly postpayTerms: { readonly afterDays: number; readonly afterPurchases: number };
  /** A service like LibreTranslate; undefined: lines are not translated. */
  readonly translateUrl: string | undefined;
  readonly translateKey: string | undefined;
  /** Hosts beside this site to which banners may lead. */
  readonly bannerHosts: readonly string[];
  readonly adverts: AdvertSettings;
  /** Sites of partners that may show rooms in a frame. */
  readonly frameDomains: readonly string[];
  /** Hosts of this site on which push messages are offered. */
  readonly pushHosts: readonly string[];
  /** Push services that this site sends to. */
  readonly pushServices: readonly string[];
  /** Words that no message may hold. */
  readonly bannedTerms: readonly string[];
  /** Tags that may be linked and indexed. */
  readonly approvedTags: readonly string[];
  readonly liveShowTags: readonly string[];
  /** Slug of the studio whose models `/julmodels` lists. */
  readonly partnerStudio: string;
  readonly secret: Uint8Array;
}

/** A start that cannot work; the message says which value is wrong and why. */
export class ConfigError extends Error {}

/** Everything that a configuration says but for the root secret. */
export type Settings = Omit<Config, 'secret'>;

type Env = Readonly<Record<string, string | undefined>>;

const secretFile = (dataDir: string): string => join(dataDir, 'secret');

/** The root secret: given, or kept beside the data; undefined before the first start. */
function findSecret(given: string | undefined, dataDir: string): Uint8Array | undefined {
  if (given) return Buffer.from(given, 'hex');
  const file = secretFile(dataDir);
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : undefined;
}

/** Makes the root secret of a new site and keeps it beside the data. */
function makeSecret(dataDir: string): Uint8Array {
  const secret = randomBytes(32);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(secretFile(dataDir), secret.toString('hex'), { mode: 0o600 });
  return secret;
}

/** A key of its own for each purpose. */
export const deriveSecret = (root: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, new Uint8Array(), purpose, 32));

/** What roles need that are not beside a site: they find it and each other by what is given. */
function faultsOfRoles(given: Environment): string[] {
  const isShared = given.BUS_URL !== 'memory:';
  const roles: readonly Role[] = given.ROLES ?? roleNames;
  const isMedia = roles.includes('media');
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    return ['DATABASE_OWNER_URL belongs to a DATABASE_URL: give the role that runs the site, too'];
  if (roles.includes('site')) {
    const isLost = isMedia && isShared && given.MEDIA_PROCESSES > 1 && !given.MEDIA_INTERNAL_URL;
    return isLost ? ['MEDIA_INTERNAL_URL must be given with several media processes and a shared bus'] : [];
  }
  if (roles.join() !== 'media') return ['ROLES must contain site, or be media alone'];
  return [
    ...(isShared ? [] : ['BUS_URL must be nats://host:port for a machine that runs media alone']),
    ...(given.SECRET ? [] : ['SECRET must be that of the site']),
    ...(given.MEDIA_SITE_URL ? [] : ['MEDIA_SITE_URL must be the address of the site']),
    ...(given.MEDIA_INTERNAL_URL ? [] : ['MEDIA_INTERNAL_URL must be where others reach this machine']),
  ];
}

/** The operator's accounts at those who take money, check ages, name people and bring them, and how people are checked by hand. */
const outsidePartiesOf = (given: Environment) => ({
  billers: billerSettingsOf(given),
  ageChecks: ageCheckSettingsOf(given),
  oauth: oauthSettingsOf(given),
  sms: smsSettingsOf(given),
  relays: relaySettingsOf(given),
  breachUrl: given.BREACH_URL,
  ...advertSettingsOf(given),
  ...onboardingSettingsOf(given, deriveSecret),
});

const faultsOfOutsideParties = (given: Environment): readonly string[] =>
  [faultsOfBillers, faultsOfAgeChecks, faultsOfOauth, faultsOfSms, faultsOfRelays].flatMap((faultsOf) =>
    faultsOf(given),
  );

/** Reads the environment but for the root secret, and writes nothing. @throws ConfigError naming every wrong value */
export function readSettings(env: Env): Settings {
  const result = environment.safeParse(env);
  if (!result.success) throw new ConfigError(result.error.issues.map((issue) => issue.message).join('\n'));
  const given = result.data;
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/$/, '');
  const isMedia = given.ROLES?.includes('media') ?? true;
  const faults = [
    ...faultsOfRoles(given),
    ...faultsOfSafety(given, publicUrl),
    ...faultsOfOutsideParties(given),
    ...(isMedia ? faultsOfMediaFiles(given) : []),
  ];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const dataDir = resolve(given.DATA_DIR);
  const isLocal = isLocalHost(given.HOST) && isLocalHost(new URL(publicUrl).hostname);
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir,
    publicUrl,
    sisterUrl: given.SISTER_URL?.replace(/\/$/, '').toLowerCase() ?? null,
    isSecure: publicUrl.startsWith('https:'),
    nodeUrl: given.NODE_URL && `${given.NODE_URL.replace(/\/$/, '')}/ws/room`,
    firstUid: given.FIRST_UID,
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    busUrl: given.BUS_URL,
    blobUrl: given.BLOB_URL ?? pathToFileURL(join(dataDir, 'blobs')).href,
    roles: new Set(given.ROLES ?? roleNames),
    isLocal,
    demo: isLocal ? given.DEMO : false,
    isSandboxWanted: given.ROLES?.includes('sandbox') ?? false,
    demoLive: given.DEMO_LIVE,
    trustedHops: given.TRUSTED_HOPS,
    trustedProxies: given.TRUSTED_PROXIES,
    countryHeader: given.COUNTRY_HEADER,
    regionHeader: given.REGION_HEADER,
    countryDatabase: given.COUNTRY_DATABASE,
    metricsToken: given.METRICS_TOKEN,
    ...mediaSettingsOf(given),
    nodeName: given.NODE_NAME ?? (given.BUS_URL === 'memory:' ? 'media' : hostname()),
    rtmpPort: given.RTMP_PORT,
    rtmpHost: given.RTMP_HOST ?? (isLocal ? given.HOST : '0.0.0.0'),
    rtmpUrl: given.RTMP_URL,
    standbyDomains: given.STANDBY_DOMAINS,
    icePort: given.ICE_PORT,
    sandboxPort: given.SANDBOX_PORT,
    supportEmail: given.SUPPORT_EMAIL,
    operator: operatorOf(given),
    ...outsidePartiesOf(given),
    siteVariant: given.SITE_VARIANT,
    discordUrl: given.DISCORD_URL ?? null,
    supportPhone: given.SUPPORT_PHONE ?? null,
    mailUrl: given.MAIL_URL,
    tipBlockedCountries: given.TIP_BLOCKED_COUNTRIES,
    promoDailyTokens: given.PROMO_DAILY_TOKENS,
    sealAfterDays: given.SEAL_AFTER_DAYS,
    velocityLimits: given.VELOCITY_LIMITS,
    reserveTerms: given.EARNINGS_RESERVE,
    postpayTerms: { afterDays: given.POSTPAY_AFTER_DAYS, afterPurchases: given.POSTPAY_AFTER_PURCHASES },
    translateUrl: given.TRANSLATE_URL,
    translateKey: given.TRANSLATE_KEY,
    bannedTerms: given.BANNED_TERMS,
    ...foreignHostsOf(given, isLocal, publicUrl),
    approvedTags: given.APPROVED_TAGS,
    liveShowTags: given.LIVE_SHOW_TAGS,
    partnerStudio: given.PARTNER_STUDIO,
  };
}

/**
 * Reads the environment of a site that exists, and writes nothing.
 * @throws ConfigError naming every wrong value, or that the root secret is neither given nor in DATA_DIR
 */
export function readConfig(env: Env): Config {
  const settings = readSettings(env);
  const secret = findSecret(env['SECRET'], settings.dataDir);
  if (secret) return { ...settings, secret };
  throw new ConfigError(
    `There is no root secret in ${settings.dataDir}, and only the start makes one: set DATA_DIR or SECRET as for the start`,
  );
}

/** Reads the environment for a start, the first of which makes the root secret. @throws ConfigError */
export function readStartConfig(env: Env): Config {
  const settings = readSettings(env);
  const { dataDir } = settings;
  return { ...settings, secret: findSecret(env['SECRET'], dataDir) ?? makeSecret(dataDir) };
}
