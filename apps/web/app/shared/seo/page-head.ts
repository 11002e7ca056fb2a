import type { SiteConfig } from '@klieg/contract';
import type { MetaDescriptor } from 'react-router';

/** What a page tells search engines and previews of shared links. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The canonical path of its content; null for a page that is not indexed. */
  readonly canonical?: string | null;
  /** Null: it is indexed, and its links are followed. */
  readonly robots?: string | null;
  /** A picture that everybody may see: a path, or an address on another host. */
  readonly image?: string | null;
  readonly type?: 'website' | 'profile';
  /** Facts of the page in the words of schema.org. */
  readonly structured?: readonly Record<string, unknown>[];
}

interface Match {
  readonly id?: string;
  readonly loaderData?: unknown;
}

/** The site's configuration as the root of the page has it; undefined on an error page whose loading failed. */
export const siteOf = (matches: readonly (Match | undefined)[]): SiteConfig['site'] | undefined =>
  (matches.find((match) => match?.id === 'root')?.loaderData as { siteConfig?: SiteConfig } | undefined)
    ?.siteConfig?.site;

/** Title, description, canonical address, robots, card for links that are sent, and structured data of a page. */
export function pageHead(head: PageHead, site: SiteConfig['site'] | undefined): MetaDescriptor[] {
  const { title, description, canonical, robots, image, type = 'website', structured = [] } = head;
  const base = site?.main_domain_url ?? '';
  const picture = image && site ? new URL(image, base).href : undefined;
  const address = canonical ? base + canonical : undefined;
  return [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    ...(robots ? [{ name: 'robots', content: robots }] : []),
    ...(address ? [{ tagName: 'link', rel: 'canonical', href: address }] : []),
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    ...(address ? [{ property: 'og:url', content: address }] : []),
    ...(site ? [{ property: 'og:site_name', content: site.display_name }] : []),
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...structured.map((facts) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...facts },
    })),
  ] as MetaDescriptor[];
}
