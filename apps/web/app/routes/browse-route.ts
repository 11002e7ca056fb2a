import type { BrowseResult, SiteConfig } from '@klieg/contract';
import { BARE_LISTS } from '@klieg/contract/features/discovery/bare-lists';
import { data, type MetaDescriptor, redirect } from 'react-router';
import { packListing, type PackedListing, unpackCards } from '../features/discovery/cards/listed-cards.ts';
import type { PageIndex, PageServices } from '../services.ts';
import { hiddenOfCookie, sectionOfCookie, withSection } from '../shared/section.ts';
import type { PageRefusal } from '../shell/errors/error-page.tsx';
import { pageHead } from '../shared/seo/page-head.ts';
import { breadcrumbs, itemList } from '../shared/seo/structured.ts';

/** Live rooms on a page that was not found. */
const SUGGESTED = 4;

/**
 * Refuses an unknown address, with live rooms instead (SHELL-004).
 * @param missing what there is none of, where that is known (ERRORS-015)
 */
export async function refuseUnknown(
  request: Request,
  services: PageServices,
  missing?: PageRefusal['missing'],
): Promise<never> {
  const rooms = await services.browse('', new URLSearchParams(), request);
  const suggestions =
    rooms?.result.userList.filter(({ status }) => status === 'online').slice(0, SUGGESTED) ?? [];
  const message = missing === 'tag' ? 'Nothing under this tag' : 'Page not found';
  throw data({ message, suggestions, missing } satisfies PageRefusal, { status: 404 });
}

/** Lists that are about the section which was visited last (BROWSE-060); the home page is ''. */
const OF_LAST_SECTION: ReadonlySet<string> = new Set(['', ...BARE_LISTS]);

const OF_TAGS = /^\/[a-z]+\/tag\//u;

/** A list as its page has it. */
export interface ListingData extends PackedListing {
  /** For search engines and previews of shared links. Made on the server: an open page needs no code for it. */
  readonly head: readonly MetaDescriptor[];
}

/** Most rooms of a list told to search engines; the list itself leads to all. */
const ITEMS_MAX = 20;

/** Title, description, address and structured data of a browse page, as far as it may be indexed. */
function headOf(listing: PackedListing, index: PageIndex, site: SiteConfig['site'], title: string) {
  const { seo } = listing;
  const base = site.main_domain_url;
  const rooms = unpackCards(listing.rows.slice(0, ITEMS_MAX)).map(({ username, displayName }) => ({
    name: displayName,
    path: `/${username}`,
  }));
  const way = breadcrumbs(base, seo.breadcrumbList);
  return pageHead(
    {
      title,
      description: seo.metaDescription,
      ...index,
      structured: index.canonical ? [way, itemList(base, rooms)] : [way],
    },
    site,
  );
}

/**
 * Shared by the loaders of all pages that list rooms by their address.
 * @param ownSeo replaces the texts of the list
 */
export async function loadBrowse(
  path: string,
  request: Request,
  services: PageServices,
  ownSeo?: BrowseResult['seo'],
): Promise<ListingData> {
  const asked = new URL(request.url).searchParams;
  asked.delete('modal');
  const cookies = request.headers.get('cookie');
  const last = OF_LAST_SECTION.has(path) ? sectionOfCookie(cookies) : undefined;
  const query = withSection(asked, last, hiddenOfCookie(cookies));
  const missing = OF_TAGS.test(path) ? 'tag' : undefined;
  const { result, index } =
    (await services.browse(path, query, request)) ?? (await refuseUnknown(request, services, missing));
  if ((result.responseCode === 301 || result.responseCode === 302) && result.redirect)
    throw redirect(result.redirect, result.responseCode);
  if (result.responseCode === 404) await refuseUnknown(request, services, missing);
  const listing = packListing({ ...result, seo: ownSeo ?? result.seo });
  const { site } = await services.siteConfig(request);
  const home = site.custom.meta_title ?? `${site.display_name}: live cams`;
  return { ...listing, head: headOf(listing, index, site, path === '' ? home : listing.seo.metaTitle) };
}

/** As the server made it. */
export const browseMeta = (listing: ListingData | undefined): MetaDescriptor[] => [...(listing?.head ?? [])];
