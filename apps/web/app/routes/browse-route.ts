import { data, type MetaDescriptor, redirect } from 'react-router';
import { packListing, type PackedListing } from '../features/discovery/listed-cards.ts';
import type { PageServices } from '../services.ts';
import { sectionOfCookie, withSection } from '../shared/section.ts';

/** Live rooms on a page that was not found. */
const SUGGESTED = 4;

/** Refuses an address that nothing stands at, with rooms that are live instead (SHELL-004). */
export async function refuseUnknown(request: Request, services: PageServices): Promise<never> {
  const rooms = await services.browse('', new URLSearchParams(), request);
  const suggestions = rooms?.userList.filter(({ status }) => status === 'online').slice(0, SUGGESTED) ?? [];
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

/** What the loaders of all pages that list rooms by their address share. */
export async function loadBrowse(
  path: string,
  request: Request,
  services: PageServices,
): Promise<PackedListing> {
  const asked = new URL(request.url).searchParams;
  asked.delete('modal');
  const last = OF_LAST_SECTION.has(path) ? sectionOfCookie(request.headers.get('cookie')) : undefined;
  const query = withSection(asked, last);
  const result = (await services.browse(path, query, request)) ?? (await refuseUnknown(request, services));
  if ((result.responseCode === 301 || result.responseCode === 302) && result.redirect)
    throw redirect(result.redirect, result.responseCode);
  if (result.responseCode === 404) await refuseUnknown(request, services);
  return packListing(result);
}

/** Title and description of a browse page; pages after the first, and lists that are empty, are followed, not indexed. */
export function browseMeta(listing: PackedListing | undefined, search: string): MetaDescriptor[] {
  if (!listing) return [];
  const isIndexed = !new URLSearchParams(search).has('p') && listing.totalCount > 0;
  return [
    { title: listing.seo.metaTitle },
    { name: 'description', content: listing.seo.metaDescription },
    { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ];
}
