import type { Gender, GenderSlug } from '@klieg/contract';
import type { Facet } from '../index/facet-index.ts';
import type { ListOrder } from '../catalog-row.ts';

/** Lists that one page shows as tabs. */
export type TabFamily = 'sections' | 'private-shows' | 'voyeur' | 'fan-clubs' | 'stars';

/** A page that lists rooms, as its address asks for it. */
export interface Listing {
  /** The list's main address; it may be reachable under others. */
  readonly path: string;
  readonly title: string;
  /** Title of the page, where it is another than that of the list. */
  readonly pageTitle?: string;
  /** What the list holds, as a sentence. */
  readonly about: string;
  /** One gender, or all that the reader wants to see. */
  readonly gender: Gender | null;
  /** They have at least one facet of each group. */
  readonly groups: readonly (readonly Facet[])[];
  readonly order?: ListOrder;
  /** Most cards, over all pages. */
  readonly countMax?: number;
  readonly tabs: TabFamily;
  /** What search engines may do with it (pages page, column index); absent: `yes`, in the sitemap as well. */
  readonly index?: 'canon' | 'no';
  /** The address that search engines should use instead of this one. */
  readonly canonical?: string;
  /** The lists above it, the nearest last. */
  readonly above?: readonly { readonly title: string; readonly path: string }[];
}

/** A list below a section such as `/girls`, before it is about a gender. */
export type SectionListing = Omit<Listing, 'path' | 'gender'>;

/** The list at an address below a section; undefined where there is no such page. */
export type FindSectionListing = (parts: readonly string[], slug: GenderSlug) => SectionListing | undefined;

/** A slug as words. */
export const wordsOf = (slug: string): string => slug.replaceAll('-', ' ');

/** With a large first letter. */
export const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
