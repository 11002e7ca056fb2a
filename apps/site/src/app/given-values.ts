import { join } from 'node:path';
import { openRules } from '../features/age-check/index.ts';
import { makeIsBlockedCountry } from '../features/compliance/index.ts';
import { makeBreachLookup } from '../features/identity/index.ts';
import { openTextGateway } from '../features/phones/index.ts';
import { makeBlobRegister, openBlobs, withholdBlobs } from '../platform/blobs/index.ts';
import { makeBrake, makeCostlyQueue, makeRateLimiter, makeRateStore } from '../platform/http/index.ts';
import { makePictures } from '../platform/images/index.ts';
import { startJobQueue } from '../platform/jobs/index.ts';
import type { Kit } from '../platform/kit.ts';
import { makeKeptMailer, makeSmtpMailer } from '../platform/mail/index.ts';
import {
  makeVisitorOf,
  openPlaceDatabase,
  readNetworks,
  type VisitorOf,
} from '../platform/visitors/index.ts';
import type { Config } from './config.ts';
import { ownOriginsOf } from './own-origins.ts';
import { ownUrl } from './own-url.ts';
import type { SiteParts } from './site-parts.ts';

/** Who calls, as the proxies of the configuration tell it and its database of places knows it. */
const visitorOfConfig = (config: Config): VisitorOf =>
  makeVisitorOf({
    hops: config.trustedHops,
    isProxy: readNetworks(config.trustedProxies),
    countryHeader: config.countryHeader,
    regionHeader: config.regionHeader,
    findPlace: config.countryDatabase === undefined ? undefined : openPlaceDatabase(config.countryDatabase),
  });

/** The operator's accounts at others, and rules about them. */
const outsidePartiesOf = (config: Config) => ({
  ageRules: openRules(config.ageChecks.rules),
  ageCheckSettings: config.ageChecks,
  oauthSettings: config.oauth,
  billerSettings: config.billers,
  relaySettings: config.relays,
});

export type GivenValues = Awaited<ReturnType<typeof makeGivenValues>>;

/** What the configuration means for features, under the names by which they take it. */
export async function makeGivenValues(parts: SiteParts, kit: Kit) {
  const { config, isDemo, media, version } = parts;
  const rates = makeRateStore(kit.database, kit.secretOf('rates'));
  const keptMailer = makeKeptMailer(kit.database, kit.log);
  const allBlobs = openBlobs(config.blobUrl);
  const blobRegister = makeBlobRegister(kit.database);
  const blobs = withholdBlobs(allBlobs, blobRegister);
  return {
    version,
    isDemo,
    media,
    publicUrl: config.publicUrl,
    sisterUrl: config.sisterUrl,
    ownOrigins: ownOriginsOf(config),
    isSecure: config.isSecure,
    nodeUrl: config.nodeUrl,
    supportEmail: config.supportEmail,
    operator: config.operator,
    siteVariant: config.siteVariant,
    discordUrl: config.discordUrl,
    supportPhone: config.supportPhone,
    bannedTerms: config.bannedTerms,
    bannerHosts: config.bannerHosts,
    adverts: config.adverts,
    frameDomains: config.frameDomains,
    pushHosts: config.pushHosts,
    pushServices: config.pushServices,
    approvedTags: config.approvedTags,
    liveShowTags: config.liveShowTags,
    partnerStudio: config.partnerStudio,
    promoDailyTokens: config.promoDailyTokens,
    sealAfterDays: config.sealAfterDays,
    velocityLimits: config.velocityLimits,
    reserveTerms: config.reserveTerms,
    identityReviewers: config.identityReviewers,
    formerVaultKeys: config.formerVaultKeys,
    postpayTerms: config.postpayTerms,
    standbyDomains: config.standbyDomains,
    ...outsidePartiesOf(config),
    visitorOf: visitorOfConfig(config),
    /** Several nodes share rooms. */
    isShared: config.busUrl !== 'memory:',
    /** Demo and tests come from one machine. */
    isGenerousToLoopback: isDemo,
    isBlockedCountry: makeIsBlockedCountry(config.tipBlockedCountries),
    translator: config.translateUrl ? { url: config.translateUrl, apiKey: config.translateKey } : undefined,
    isBreached: config.breachUrl ? makeBreachLookup(config.breachUrl, kit.log) : undefined,
    textGateway: openTextGateway(config.sms, parts.sandbox, kit.log),
    billerHosts: parts.billerHosts ?? {},
    sandbox: parts.sandbox && {
      ...parts.sandbox,
      siteUrl: ownUrl(config.host, config.port),
    },
    rates,
    brake: makeBrake(),
    costly: makeCostlyQueue(),
    rateLimiter: makeRateLimiter({ clock: kit.clock, store: rates }),
    blobs,
    /** Withheld files are there, too: for those who decide about them. */
    allBlobs,
    blobRegister,
    /** Where uploaded videos lie while they are written anew. */
    mediaWorkFolder: join(config.dataDir, 'media-work'),
    /** The way in of pictures; each feature has a queue of its own. */
    newPictures: () => makePictures({ register: blobRegister, blobs: allBlobs }),
    jobs: await startJobQueue(kit.database, kit.log),
    keptMailer,
    mailer: config.mailUrl ? makeSmtpMailer(config.mailUrl, config.supportEmail) : keptMailer,
  };
}
