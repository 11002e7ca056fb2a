import { type Locale, locale as localeType, type Site } from '@klieg/contract';
import { readCookie } from '../../platform/http/index.ts';
import { klieg } from './brand.ts';

/** The house's sites by name: the main one, and its sister brand on a host of its own; white labels become rows of a domain table. */
export type BrandName = 'klieg' | 'sister';

/** The site that a request came to, and how its page is shown. */
export interface RequestSite {
  readonly brand: BrandName;
  /** Host of the site as the visitor calls it, with its port; always one of ours. */
  readonly host: string;
  /** Address of the site as the visitor calls it, without a slash at the end: links back to it begin so. */
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Null: as the visitor's system has it. */
  readonly theme: 'dark' | 'light' | null;
}

/** For somebody whose request came to another node, which alone sends them anything. */
export const siteElsewhere: RequestSite = {
  brand: 'klieg',
  host: '',
  publicUrl: '',
  locale: 'en',
  theme: null,
};

/** The parts of a request that say which site it came to. */
export interface SiteHeaders {
  readonly host?: string | undefined;
  readonly cookie?: string | undefined;
}

/** Somebody who belongs to a site. */
export interface SiteMember {
  readonly site: string;
  readonly settings: { readonly locale: Locale };
}

export interface Sites {
  /** A host that is none of ours has the main site. The language wished for is that of pages that say none. */
  siteOf(headers: SiteHeaders, wished?: Locale): RequestSite;
  /** The site of what is sent without a request: that of the account which gets it, in its language. */
  siteOfAccount(account: SiteMember): RequestSite;
  /** The main site in a language, for what goes to people without an account and what is the same for all. */
  mainSite(locale: Locale): RequestSite;
  brandOf(site: Pick<RequestSite, 'brand'>): Site;
}

/** The sites of this installation: the main one, under its public address and the other names of the own machine, and its sister. */
export function makeSites(given: {
  readonly publicUrl: string;
  readonly ownOrigins: ReadonlySet<string>;
  /** How its pages begin on phones; absent: as usual. */
  readonly siteVariant?: Site['variant'];
  /** Address of the sister brand; absent or null: there is none. */
  readonly sisterUrl?: string | null;
}): Sites {
  const main = klieg(given.publicUrl, given.siteVariant);
  const { sisterUrl = null } = given;
  const sisterHost = sisterUrl === null ? null : new URL(sisterUrl).host;
  const brands: Readonly<Record<BrandName, Site>> = {
    klieg: main,
    // What is the same on both has its one address on the main site.
    sister: { ...main, domain_name: sisterHost?.replace(/:\d+$/, '') ?? main.domain_name },
  };
  const hosts = new Map<string, string>();
  /** The host of one of this site's own addresses, which are few. */
  const hostOf = (url: string): string => {
    const host = hosts.get(url) ?? new URL(url).host;
    hosts.set(url, host);
    return host;
  };
  const addressOf = (host: string | undefined): string =>
    given.ownOrigins.has(`http://${host}`) ? `http://${host}` : given.publicUrl;

  const mainSite = (locale: Locale): RequestSite => ({
    brand: 'klieg',
    host: new URL(given.publicUrl).host,
    publicUrl: given.publicUrl,
    locale,
    theme: null,
  });

  return {
    siteOf({ host, cookie }, wished = 'en') {
      const isSister = sisterUrl !== null && host?.toLowerCase() === sisterHost;
      const publicUrl = isSister ? sisterUrl : addressOf(host);
      const theme = readCookie(cookie, 'theme');
      const chosen = readCookie(cookie, 'locale');
      return {
        brand: isSister ? 'sister' : 'klieg',
        host: hostOf(publicUrl),
        publicUrl,
        locale: localeType.options.find((one) => one === chosen) ?? wished,
        theme: theme === 'dark' || theme === 'light' ? theme : null,
      };
    },
    // Accounts belong to the main site; so does one whose site only a later edition knows.
    siteOfAccount: ({ settings }) => mainSite(settings.locale),
    mainSite,
    brandOf: ({ brand }) => brands[brand],
  };
}

/**
 * Whether search engines may index pages of the site under the address by which it was asked: no demo, no white label for
 * pages without nudity, and no other name of the same machine (pages page, section 1).
 */
export const isSiteIndexed = (brand: Site, site: Pick<RequestSite, 'publicUrl'>, isDemo: boolean): boolean =>
  !isDemo && !brand.is_non_nude && site.publicUrl === brand.main_domain_url;

/** The sites as a feature of their own, since sessions name the site of each request. */
export const composeSites = (_kit: unknown, given: Parameters<typeof makeSites>[0]): Sites =>
  makeSites(given);
