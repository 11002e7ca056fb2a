import type { SiteConfig } from '@klieg/contract';
import { data, type MetaDescriptor, redirect } from 'react-router';
import { packListing, type PackedListing, unpackCards } from '../features/discovery/listed-cards.ts';
import type { PageIndex, PageServices } from '../services.ts';
import { sectionOfCookie, withSection } from '../shared/section.ts';
import { pageHead } from '../shared/seo/page-head.ts';
import { breadcrumbs, itemList } from '../shared/seo/structured.ts';

/** Live rooms on a page that was not found. */
const SUGGESTED = 4;

/** Refuses an address that nothing stands at, with rooms that are live instead (SHELL-004). */
export async function refuseUnknown(request: Request, services: PageServices): Promise<never> {
  const rooms = await services.browse('', new URLSearchParams(), request);
  const suggestions =
    rooms?.result.userList.filter(({ status }) => status === 'online').slice(0, SUGGESTED) ?? [];
  throw data({ message: 'Page not found', suggestions }, { status: 404 });
}

/** Pages that are about the section which was visited last, where their address names none; the home page is ''. */
const OF_LAST_SECTION: ReadonlySet<string> = new Set([
  '',
  '/sodastars/30days',
  '/sodastars/top2000',
  '/fanclub/all',
  '/fanclub/online',
]);
/** A list as its page has it, with what search engines are told. */
export interface ListingData extends PackedListing {
  readonly index: PageIndex;
}

/** What the loaders of all pages that list rooms by their address share. */
export async function loadBrowse(
  path: string,
  request: Request,
  services: PageServices,
): Promise<ListingData> {
  const asked = new URL(request.url).searchParams;
  asked.delete('modal');
  const last = OF_LAST_SECTION.has(path) ? sectionOfCookie(request.headers.get('cookie')) : undefined;
  const query = withSection(asked, last);
  const { result, index } =
    (await services.browse(path, query, request)) ?? (await refuseUnknown(request, services));
  if ((result.responseCode === 301 || result.responseCode === 302) && result.redirect)
    throw redirect(result.redirect, result.responseCode);
  if (result.responseCode === 404) await refuseUnknown(request, services);
  return { ...packListing(result), index };
}

/** Rooms of a list that search engines are told of; the list itself leads to all. */
const ITEMS_MAX = 20;

/** Title, description, address and structured data of a browse page, as far as it may be indexed. */
export function browseMeta(
  listing: ListingData | undefined,
  site: SiteConfig['site'] | undefined,
  title = listing?.seo.metaTitle ?? '',
): MetaDescriptor[] {
  if (!listing) return [];
  const { seo, index } = listing;
  const base = site?.main_domain_url ?? '';
  const rooms = unpackCards(listing.rows.slice(0, ITEMS_MAX)).map(({ username, displayName }) => ({
    name: displayName,
    path: `/${username}`,
  }));
  return pageHead(
    {
      title,
      description: seo.metaDescription,
      ...index,
      structured: index.canonical
        ? [breadcrumbs(base, seo.breadcrumbList), itemList(base, rooms)]
        : [breadcrumbs(base, seo.breadcrumbList)],
    },
    site,
  );
}
