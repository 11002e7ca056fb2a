import { data, type MetaDescriptor, redirect } from 'react-router';
import { packListing, type PackedListing } from '../features/discovery/listed-cards.ts';
import type { PageServices } from '../services.ts';

/** What the loaders of the home page and the section pages share. */
export async function loadBrowse(
  path: string,
  request: Request,
  services: PageServices,
): Promise<PackedListing> {
  const query = new URL(request.url).searchParams;
  query.delete('modal');
  const result = await services.browse(path, query, request);
  if ((result.responseCode === 301 || result.responseCode === 302) && result.redirect)
    throw redirect(result.redirect, result.responseCode);
  if (result.responseCode === 404) throw data({ message: 'Page not found' }, { status: 404 });
  return packListing(result);
}

/** Title and description of a browse page; pages after the first are followed, not indexed. */
export function browseMeta(listing: PackedListing | undefined, search: string): MetaDescriptor[] {
  if (!listing) return [];
  const isFirst = !new URLSearchParams(search).has('p');
  return [
    { title: listing.seo.metaTitle },
    { name: 'description', content: listing.seo.metaDescription },
    { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    ...(isFirst ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ];
}
