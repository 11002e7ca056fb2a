import type { Catalog } from '../catalog.ts';
import type { Facet } from '../index/facet-index.ts';
import type { Listing } from './listing.ts';
import { makeFindInSection } from './section-listings.ts';
import { findSiteListing } from './site-listings.ts';

/** A list and who may see it, or that its address names no tag, or nothing. */
export type FoundListing =
  | { readonly listing: Listing; readonly forStaff: boolean }
  | 'unknown_tag'
  | undefined;

export const HOME: Listing = {
  path: '/',
  title: 'Live rooms',
  about: 'Rooms that are live now.',
  gender: null,
  groups: [['is:at_home']],
  tabs: 'sections',
};

/** The costs that somebody asks for a minute of a private, within a range. */
export const makeCostsWithin =
  (catalog: Pick<Catalog, 'facetsOf'>) =>
  (from: number, to: number): readonly Facet[] =>
    catalog.facetsOf('cost').filter((facet) => {
      const cost = Number(facet.slice('cost:'.length));
      return cost >= from && cost <= to;
    });

/** What the operator says of lists. */
export interface ListTerms {
  readonly approvedTags: ReadonlySet<string>;
  /** Tags whose pages have the texts of live shows. */
  readonly liveShowTags: ReadonlySet<string>;
  /** Slug of the studio whose models `/julmodels` lists. */
  readonly partnerStudio: string;
}

/** What an address lists, such as `/girls/new`; addresses below a section and others. */
export function makeFindListing(
  catalog: Pick<Catalog, 'facetsOf' | 'has'>,
  { approvedTags, liveShowTags, partnerStudio }: ListTerms,
): (path: string) => FoundListing {
  const findInSection = makeFindInSection({
    costsWithin: makeCostsWithin(catalog),
    isTag: (slug) => catalog.has(`tag:${slug}`),
    isApprovedTag: (slug) => approvedTags.has(slug),
    isLiveShowTag: (slug) => liveShowTags.has(slug),
  });
  return (path) => {
    const parts = path.split('/').filter(Boolean);
    if (parts.length === 0) return { listing: HOME, forStaff: false };
    const inSection = findInSection(parts);
    if (inSection === 'unknown_tag') return inSection;
    return inSection ? { listing: inSection, forStaff: false } : findSiteListing(parts, partnerStudio);
  };
}
