import { toInstant } from '@klieg/kernel';
import type { Place } from '#site/platform/visitors/index.ts';
import { isBlockedPlace, type ListedModel } from '../../rooms/index.ts';
import type { Catalog } from '../catalog.ts';
import { SECTION_PATHS } from '../listings/section-listings.ts';
import { openSiteListings } from '../listings/site-listings.ts';
import { SECTIONS } from '../sections.ts';
import type { Tags } from '../tags/tags.ts';
import type { PageIndex } from './page-index.ts';

/** Addresses of a part at most, as the protocol of sitemaps has it. */
export const PART_ADDRESSES_MAX = 50_000;
/** Pages of a performer: the room and the bio. */
const PAGES_OF_ONE = ['', '/bio'];
/**
 * A part covers a fixed range of ids, whether or not all exist. So the address of a part always means the same
 * performers, and no part can become too long.
 */
export const IDS_A_PART = PART_ADDRESSES_MAX / PAGES_OF_ONE.length;
/** Performers that are read at once. */
const STEP = 1_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** One page of the site, and when it last changed where that is known. */
interface Entry {
  readonly path: string;
  readonly changedAt?: string | undefined;
}

export interface SitemapUses {
  readonly catalog: Pick<Catalog, 'listFrom'>;
  readonly tags: Pick<Tags, 'ofSection'>;
  /** What search engines are told about the first page of a list. */
  readonly indexOf: (path: string, place: Place) => PageIndex;
  /** Texts of help and law. */
  readonly listTexts: () => readonly Entry[];
}

/** Pages that are always there. */
const FIXED: readonly Entry[] = [
  '/most-liked',
  '/tags',
  '/press',
  '/contests',
  '/media/videos',
  '/media/pictures',
  '/register',
  '/login',
  '/complaints',
  '/complaints/transparency',
].map((path) => ({ path }));

/** When what the room shows last changed: it opened, closed, or was made. */
const changedAt = ({ createdAt, startedAt, lastOnlineAt }: ListedModel): Date =>
  new Date(Math.max(createdAt.getTime(), startedAt?.getTime() ?? 0, lastOnlineAt?.getTime() ?? 0));

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The files of a sitemap as pieces of text; `base` is the address of the site without a slash at the end. */
export function makeSitemap({ catalog, tags, indexOf, listTexts }: SitemapUses) {
  const isOpen = ({ blockedCountries, blockedStates }: ListedModel, place: Place): boolean =>
    !isBlockedPlace({ countries: blockedCountries, states: blockedStates }, place);

  /** Performers of an id range who are shown at the place, in batches. */
  function* performers(from: number, until: number, place: Place): Generator<readonly ListedModel[]> {
    for (let next = from; ;) {
      const step = catalog.listFrom(next, STEP);
      yield step.filter((model) => model.id < until && isOpen(model, place));
      const last = step.at(-1);
      if (!last || last.id >= until) return;
      next = last.id + 1;
    }
  }

  const lists = (place: Place): Entry[] =>
    [
      '/',
      ...SECTIONS.flatMap((section) => SECTION_PATHS.map((path) => `/${section}/${path}`.replace(/\/$/, ''))),
      ...openSiteListings.map(({ path }) => path),
    ]
      // Without lists that are empty, and those that have another address.
      .filter((path) => indexOf(path, place).canonical === path)
      .map((path) => ({ path }));

  const tagPages = (place: Place): Entry[] =>
    SECTIONS.flatMap((section) => {
      const own = tags.ofSection(section, place).tag_list;
      return own.length > 0 ? [`/tags/${section}`, ...own.map(({ url }) => url)] : [];
    }).map((path) => ({ path }));

  function* roomPages(part: number, place: Place): Generator<readonly Entry[]> {
    for (const step of performers(part * IDS_A_PART, (part + 1) * IDS_A_PART, place))
      yield step.flatMap((model) =>
        // A bio changes without anybody noting when.
        PAGES_OF_ONE.map((page) => ({
          path: `/${model.username}${page}`,
          changedAt: page === '' ? toInstant(changedAt(model)) : undefined,
        })),
      );
  }

  function* urls(base: string, entries: Iterable<readonly Entry[]>): Generator<string> {
    yield `${HEAD}<urlset xmlns="${SPACE}">\n`;
    for (const some of entries)
      yield some
        .map(({ path, changedAt: at }) => {
          const changed = at ? `<lastmod>${at}</lastmod>` : '';
          return `<url><loc>${escapeXml(base + path)}</loc>${changed}</url>\n`;
        })
        .join('');
    yield '</urlset>\n';
  }

  /** The parts that contain anybody, each with its latest change, as they are found. */
  function* roomParts(place: Place): Generator<string> {
    let part = -1;
    let latest = new Date(0);
    const told = (): string =>
      part < 0 ? '' : `sitemap-rooms-${part}.xml</loc><lastmod>${toInstant(latest)}</lastmod>`;
    for (const step of performers(0, Infinity, place)) {
      let ended = '';
      for (const model of step) {
        const own = Math.floor(model.id / IDS_A_PART);
        if (own !== part) {
          ended = told();
          part = own;
          latest = new Date(0);
        }
        const at = changedAt(model);
        if (at > latest) latest = at;
      }
      yield ended;
    }
    yield told();
  }

  return {
    /** The list of all parts. */
    *index(base: string, place: Place): Generator<string> {
      yield `${HEAD}<sitemapindex xmlns="${SPACE}">\n`;
      for (const name of ['lists', 'tags', 'texts'])
        yield `<sitemap><loc>${escapeXml(base)}/sitemap-${name}.xml</loc></sitemap>\n`;
      // Empty pieces as well: other work of the process comes between pieces.
      for (const file of roomParts(place))
        yield file && `<sitemap><loc>${escapeXml(base)}/${file}</sitemap>\n`;
      yield '</sitemapindex>\n';
    },
    lists: (base: string, place: Place) => urls(base, [[...lists(place), ...FIXED]]),
    tags: (base: string, place: Place) => urls(base, [tagPages(place)]),
    texts: (base: string) => urls(base, [listTexts()]),
    /** Whether anybody is in a part, at whatever place. */
    hasRooms(part: number): boolean {
      const first = catalog.listFrom(part * IDS_A_PART, 1)[0];
      return first !== undefined && first.id < (part + 1) * IDS_A_PART;
    },
    rooms: (base: string, place: Place, part: number) => urls(base, roomPages(part, place)),
    /** For a site whose pages may not be indexed. */
    *none(): Generator<string> {
      yield `${HEAD}<sitemapindex xmlns="${SPACE}">\n</sitemapindex>\n`;
    },
  };
}

export type Sitemap = ReturnType<typeof makeSitemap>;
