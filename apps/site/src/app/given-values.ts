import { openBlobs } from '../platform/blobs/index.ts';
import { makeRateLimiter, makeRateStore } from '../platform/http/index.ts';
import { startJobQueue } from '../platform/jobs/index.ts';
import type { Kit } from '../platform/kit.ts';
import { makeKeptMailer, makeSmtpMailer } from '../platform/mail/index.ts';
import { ownOriginsOf } from './own-origins.ts';
import type { SiteParts } from './site-parts.ts';

export type GivenValues = Awaited<ReturnType<typeof makeGivenValues>>;

/** What the configuration means for features, under the names by which they take it. */
export async function makeGivenValues(parts: SiteParts, kit: Kit) {
  const { config, isDemo, media, version } = parts;
  const rates = makeRateStore(kit.database, kit.secretOf('rates'));
  const keptMailer = makeKeptMailer(kit.database, kit.log);
  return {
    version,
    isDemo,
    media,
    publicUrl: config.publicUrl,
    ownOrigins: ownOriginsOf(config),
    isSecure: config.isSecure,
    nodeUrl: config.nodeUrl,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone,
    bannedTerms: config.bannedTerms,
    standbyDomains: config.standbyDomains,
    /** A proxy in front is trusted, and says where visitors are. */
    isBehindProxy: config.trustedHops > 0,
    /** Several nodes share rooms. */
    isShared: config.busUrl !== 'memory:',
    /** Demo and tests come from one machine. */
    isGenerousToLoopback: isDemo,
    isBlockedCountry: (country: string | null) => country !== null && config.tipBlockedCountries.has(country),
    translator: config.translateUrl ? { url: config.translateUrl, apiKey: config.translateKey } : undefined,
    sandbox: parts.sandbox && {
      ...parts.sandbox,
      callbackUrl: `http://127.0.0.1:${config.port}/api/v1/postback/sandbox`,
    },
    rates,
    rateLimiter: makeRateLimiter({ clock: kit.clock, store: rates }),
    blobs: openBlobs(config.blobUrl),
    jobs: await startJobQueue(kit.database, kit.log),
    keptMailer,
    mailer: config.mailUrl ? makeSmtpMailer(config.mailUrl, config.supportEmail) : keptMailer,
  };
}
