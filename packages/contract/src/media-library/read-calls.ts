import { z } from 'zod';
import { calls, intText, shape, username } from '../call.ts';
import { genderHide, seo, userCard } from '../shapes.ts';
import { MEDIA_PAGE_SIZE } from './limits.ts';
import { mediaLibraryReadRoutes } from './routes.ts';
import {
  accessType,
  mediaCard,
  mediaDetail,
  mediaEdit,
  mediaItem,
  mediaSort,
  mediaTypeName,
  playlist,
  purchaseTab,
} from './shapes.ts';

export const mediaIdText = intText(1, Number.MAX_SAFE_INTEGER);
export const tagSlug = z.string().regex(/^[a-z0-9-]{1,32}$/);
const pageNumber = intText(1, 1000).default(1);

/** Filters of a list of bought media. */
const filters = shape({
  username: username.optional(),
  tag: tagSlug.optional(),
  q: z.string().max(80).optional(),
  sort_by: mediaSort.optional(),
});
export type MediaFilters = z.infer<typeof filters>;

/** They stand in the address as JSON. */
const filtersText = z
  .string()
  .max(400)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'type' });
      return z.NEVER;
    }
  })
  .pipe(filters)
  .optional();

const counted = { count_total: z.int(), per_page: z.literal(MEDIA_PAGE_SIZE) };

export const mediaLibraryReadCalls = calls(mediaLibraryReadRoutes, {
  listModelMedia: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: shape({ username }),
    query: shape({
      page: pageNumber,
      type: mediaTypeName.optional(),
      tag: tagSlug.optional(),
      sort_by: mediaSort.default('new'),
    }),
    response: shape({
      mediaList: z.array(mediaItem),
      ...counted,
      /** What the caller could still buy, its total price, and the price of all at once. */
      unpurchased: shape({ count: z.int(), price_total: z.int(), price_discounted: z.int() }),
      playlists: z.array(playlist),
      topTags: z.array(z.string()),
    }),
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: ['MEDIA-LIBRARY-011', 'MEDIA-LIBRARY-001', 'ERRORS-017'],
  },
  /** Absent, hidden and blocked-by-place media answer the same: no result, locked. */
  getMedia: {
    who: 'guest',
    rate: 'read',
    params: shape({ id: mediaIdText }),
    query: shape({ playlist: mediaIdText.optional() }),
    response: shape({ result: z.boolean(), media: mediaDetail.nullable(), access_type: accessType }),
    errors: [],
    ids: ['MEDIA-LIBRARY-012', 'MEDIA-LIBRARY-027', 'MEDIA-LIBRARY-003', 'MEDIA-LIBRARY-037', 'ERRORS-016'],
  },
  listMedia: {
    who: 'guest',
    rate: 'read',
    params: shape({ type: z.enum(['pictures', 'videos', 'picture', 'video']) }),
    query: shape({
      page: pageNumber,
      sort_by: mediaSort.default('new'),
      tag: tagSlug.optional(),
      'gender-hide': genderHide,
    }),
    response: shape({ data: z.array(mediaItem), ...counted, tags: z.array(z.string()), seo }),
    errors: ['media_library.not_found'],
    ids: ['MEDIA-LIBRARY-013', 'MEDIA-LIBRARY-005', 'ERRORS-014'],
  },
  /** Ten performers of this month, by sales. */
  topMediaMonth: {
    who: 'guest',
    rate: 'read',
    response: shape({
      data: z.array(shape({ user: userCard, sold: z.int(), rank: z.int() })).max(10),
      /** `2026-11` */
      month: z.string(),
    }),
    errors: [],
    ids: ['MEDIA-LIBRARY-014'],
  },
  topMediaList: {
    who: 'guest',
    rate: 'read',
    query: shape({ page: pageNumber }),
    response: shape({
      data: z.array(
        shape({ user: userCard, media: z.array(mediaCard).max(4), count_total: z.int(), rank: z.int() }),
      ),
      count_total: z.int(),
      last_page: z.int(),
    }),
    errors: [],
    ids: ['MEDIA-LIBRARY-015', 'MEDIA-LIBRARY-006'],
  },
  /** Own playlists; with `username` those of a performer, of her own media. */
  listPlaylists: {
    who: 'user',
    rate: 'read',
    query: shape({ username: username.optional() }),
    response: shape({ playlists: z.array(playlist) }),
    errors: ['rooms.not_found'],
    ids: ['MEDIA-LIBRARY-016'],
  },
  /** With `own`, the performer's own media as `MediaEdit`. */
  listPurchased: {
    who: 'user',
    rate: 'read',
    params: shape({ a: z.enum(['purchased', 'own']), b: purchaseTab }),
    query: shape({ filters: filtersText, page: pageNumber }),
    response: shape({
      items: z.array(z.union([mediaEdit, mediaItem])),
      total: z.int(),
      playlists: z.array(playlist),
      /** The first one of the page, in full. */
      media: mediaDetail.nullable(),
      /** (added) The count of each tab, ignoring filters; null for one's own media. */
      totals: z.record(purchaseTab, z.int()).nullable(),
    }),
    errors: [],
    ids: ['MEDIA-LIBRARY-017', 'MEDIA-LIBRARY-007', 'MEDIA-LIBRARY-028'],
  },
  listExclusiveVideos: {
    who: 'guest',
    rate: 'read',
    query: shape({ page: pageNumber }),
    response: shape({ data: z.array(mediaItem), count_total: z.int(), last_page: z.int() }),
    errors: [],
    ids: ['MEDIA-LIBRARY-020'],
  },
});
