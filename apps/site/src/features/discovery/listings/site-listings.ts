import { ownOf } from '@klieg/kernel';
import { userRole } from '@klieg/contract';
import type { Facet } from '../index/facet-index.ts';
import type { Listing, SectionListing } from './listing.ts';
import { fanClubListings, starListings } from './section-listings.ts';

/** Roles whose performers anybody may list; those of the others are for staff. */
export const OPEN_ROLES: readonly string[] = ['dvr', 'vr', 'featured', 'pps_program'];

const whole = (path: string, listing: SectionListing): Listing => ({
  ...listing,
  path: `/${path}`,
  gender: null,
  // The stars of all sections: search engines keep the page of the first.
  ...(listing.tabs === 'stars' && { index: 'canon', canonical: `/girls/${path}` }),
});

const voyeur = (path: string, title: string, more: readonly (readonly Facet[])[] = []): Listing => ({
  path: `/${path}`,
  title,
  about: 'Houses with cameras of their own, all day.',
  gender: null,
  groups: [['flag:voyeur'], ...more],
  tabs: 'voyeur',
});

const VOYEUR = voyeur('voyeur-cams', 'Voyeur cams');

/** Lists outside the sections, by address. */
const byPath: Readonly<Record<string, Listing>> = {
  ...Object.fromEntries(
    Object.entries({ ...starListings, ...fanClubListings })
      .filter(([path]) => path !== 'sodastars')
      .map(([path, listing]) => [path, whole(path, listing)]),
  ),
  'voyeur-cams': VOYEUR,
  'voyeur-cams/bedroom': voyeur('voyeur-cams/bedroom', 'Bedroom cams', [['camera:bedroom']]),
  'voyeur-cams/kitchen': voyeur('voyeur-cams/kitchen', 'Kitchen cams', [['camera:kitchen']]),
  'voyeur-cams/shower': voyeur('voyeur-cams/shower', 'Shower cams', [['camera:shower']]),
  // The same list under names of old; search engines keep the first.
  'voyeur-house': { ...VOYEUR, index: 'canon' },
  reallifecam: { ...VOYEUR, index: 'canon' },
  'jb-cams': { ...VOYEUR, index: 'no' },
  'casa-salsa': { ...VOYEUR, path: '/casa-salsa', title: 'Casa Salsa' },
  'for-you': {
    path: '/for-you',
    title: 'For you',
    about: 'Rooms like those that you follow, visit and tip.',
    gender: null,
    groups: [],
    tabs: 'sections',
    index: 'no',
  },
  top: {
    path: '/top',
    title: 'Top models',
    about: 'The most liked performers of all time.',
    gender: null,
    groups: [['is:liked']],
    order: 'likes',
    tabs: 'sections',
  },
  'independent-romanian': {
    path: '/independent-romanian',
    title: 'Independent Romanian models',
    about: 'Performers from Romania who work without a studio.',
    gender: null,
    groups: [['country:RO'], ['studio:-']],
    tabs: 'sections',
  },
};

/** First segments of the addresses of all these lists. */
export const SITE_LIST_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(byPath).map((path) => path.split('/')[0]!),
  'julmodels',
  'browse-studio',
  'browse-role',
]);

const STUDIO_SLUG = /^[a-z0-9-]{2,30}$/;

/**
 * A list outside the sections; `staff` where only staff may see it.
 * @param parts of the address, without empty ones
 * @param partnerStudio slug of the studio whose models `/julmodels` lists
 */
export function findSiteListing(
  parts: readonly string[],
  partnerStudio: string,
): { readonly listing: Listing; readonly forStaff: boolean } | undefined {
  const known = ownOf(byPath, parts.join('/'));
  if (known) return { listing: known, forStaff: false };
  const [word, value, ...more] = parts;
  if (more.length > 0) return undefined;
  if (word === 'julmodels' && value === undefined)
    return { listing: studioListing('julmodels', partnerStudio, 'Jul models'), forStaff: false };
  if (word === 'browse-studio' && value !== undefined && STUDIO_SLUG.test(value))
    return { listing: studioListing(`browse-studio/${value}`, value, `${value} models`), forStaff: false };
  if (word === 'browse-role' && (value === 'featured' || userRole.safeParse(value).success))
    return {
      listing: {
        path: `/browse-role/${value!}`,
        title: value!,
        about: `Performers with the role ${value!}.`,
        gender: null,
        groups: [[value === 'featured' ? 'flag:featured' : `role:${value!}`]],
        tabs: 'sections',
        index: 'no',
      },
      forStaff: !OPEN_ROLES.includes(value!),
    };
  return undefined;
}

const studioListing = (path: string, studio: string, title: string): Listing => ({
  path: `/${path}`,
  title,
  about: 'Performers who work with this studio.',
  gender: null,
  groups: [[`studio:${studio}`]],
  tabs: 'sections',
  index: 'canon',
});

/** Addresses of the lists outside the sections that may be in the sitemap. */
export const openSiteListings: readonly Listing[] = Object.values(byPath).filter(
  ({ index }) => index === undefined,
);
