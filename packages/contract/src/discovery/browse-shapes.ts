import { z } from 'zod';
import { shape } from '../call.ts';
import { homeSection } from '../enums.ts';
import { mediaCard } from '../media-library/shapes.ts';
import { seo, userCard } from '../shapes.ts';

/** Cards on a page of a browse list (CONSTANTS-062). */
export const BROWSE_PAGE_SIZE = 98;
/** Places on the leaderboard of a week. */
export const LEADERBOARD_SIZE = 50;
/** Cards on a page of search results. */
export const SEARCH_PAGE_SIZE = 40;
/** Cards of the first page of a filtered list, and of each further load near its end. */
export const FILTER_PAGE_SIZE = 60;
/** Tags on a page of the tag index. */
export const TAGS_PAGE_SIZE = 100;
/** Cards of the top list on a page. */
export const TOP_PAGE_SIZE = 20;
/** Cards of a section of the home page. */
export const SECTION_SIZE = 12;

/** A count for each value with results, each counted with the other filters applied (BROWSE-057). */
const countOf = z.record(z.string(), z.int().positive());
export const browseCounts = shape({
  controlHerRate: countOf,
  gender: countOf,
  language: countOf,
  location: countOf,
  privateRate: countOf,
  tag: countOf,
});
export type BrowseCounts = z.infer<typeof browseCounts>;

export const browseResult = shape({
  mediaList: z.array(mediaCard),
  userList: z.array(userCard),
  alternativeUserList: z.array(userCard),
  totalCount: z.int(),
  perPageCount: z.int(),
  isSearchEmpty: z.boolean(),
  popularSearchList: z.array(z.string()),
  popularModelSearch: z.array(shape({ username: z.string(), displayName: z.string() })),
  topModelList: z.array(userCard),
  tabList: z.array(
    shape({ name: z.string(), url: z.string(), active: z.boolean(), count: z.int().nullable() }),
  ),
  responseCode: z.union([z.literal(200), z.literal(301), z.literal(302), z.literal(404)]),
  redirect: z.string().nullable(),
  seo,
  counts: browseCounts.nullable(),
});
export type BrowseResult = z.infer<typeof browseResult>;

/** (added) When all filters together find nobody: what would remain without each one, best first. */
const droppableFilter = shape({
  field: z.enum(['lang', 'tag', 'rate', 'region', 'chRate', 'gender-hide', 'source']),
  /** Values dropped together: within a field they are alternatives, so dropping one changes nothing. */
  values: z.array(z.string()).min(1),
  count: z.int().positive(),
  /** Some of the names that would come back. */
  examples: z.array(z.string()).max(2),
});
export type DroppableFilter = z.infer<typeof droppableFilter>;
export const filteredResult = browseResult.extend({
  dropList: z.array(droppableFilter),
  /** What would remain without all of them. */
  dropAllCount: z.int(),
});
export type FilteredResult = z.infer<typeof filteredResult>;

export const section = shape({
  key: homeSection,
  title: z.string(),
  /** Link to the full list; absent with fewer than five (HOME-020). */
  url: z.string().nullable(),
  /** Subject of the section, such as an age range or a tag. */
  value: z.string().nullable(),
  list: z.array(userCard).max(SECTION_SIZE),
  total: z.int(),
});
export type BrowseSection = z.infer<typeof section>;

/** A tag with the number of its performers, and how many are live. */
export const countedTag = shape({
  slug: z.string(),
  name: z.string(),
  count: z.int().positive(),
  live: z.int(),
  url: z.string(),
  category: z.string(),
});
/** Two tags shared by performers; the client adds the address. */
export const countedPair = shape({
  slug: z.string(),
  slug2: z.string(),
  count: z.int().positive(),
  url: z.string(),
});

/** Why a room is ranked where it is: its points by docs/ranking.md, and what it shares with the caller's own rooms. */
export const placeReasons = shape({
  username: z.string(),
  displayName: z.string(),
  /** 1 is the first of the live rooms that the caller may find; null where the room is not live. */
  position: z.int().positive().nullable(),
  live_count: z.int(),
  /** Points, rounded to two digits. */
  points: shape({
    viewers: z.number(),
    rating: z.number(),
    connection: z.number(),
    newcomer: z.number(),
    opened: z.number(),
  }),
  /** What determines its rank on /for-you; null for a guest and where nothing is known of the caller. */
  for_you: shape({
    /** How many rooms the caller follows, has visited or has tipped lately. */
    rooms: z.int().positive(),
    /** What the room shares with them, most important first. */
    traits: z
      .array(
        shape({
          kind: z.enum(['tag', 'language', 'gender', 'region']),
          value: z.string(),
          rooms: z.int().positive(),
        }),
      )
      .max(12),
  }).nullable(),
});
export type PlaceReasons = z.infer<typeof placeReasons>;
