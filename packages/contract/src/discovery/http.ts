import { z } from 'zod';
import { calls, flagText, instant, intText, ok, shape, username } from '../call.ts';
import { chatStatus } from '../enums.ts';
import { genderHide, seo, userCard } from '../shapes.ts';
import { discoveryRoutes } from './routes.ts';

/** Cards on a page of a browse list (CONSTANTS-062). */
export const BROWSE_PAGE_SIZE = 98;
/** Places on the leaderboard of a week. */
export const LEADERBOARD_SIZE = 50;
/** Cards on a page of search results. */
export const SEARCH_PAGE_SIZE = 40;

export const browseResult = shape({
  mediaList: z.array(z.record(z.string(), z.unknown())),
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
  counts: z.null(),
});
export type BrowseResult = z.infer<typeof browseResult>;

const browseQuery = shape({
  p: intText(1, 1000).default(1),
  'gender-hide': genderHide,
  perPage: intText(1, 200).default(BROWSE_PAGE_SIZE),
  appendMedia: flagText.default(false),
  sortByConnection: flagText.default(false),
  ab: intText(0, 9).optional(),
  new_sort: flagText.default(false),
});

export const discoveryCalls = calls(discoveryRoutes, {
  browseHome: {
    who: 'guest',
    rate: 'read',
    query: browseQuery,
    response: browseResult,
    errors: [],
    ids: ['BROWSE-048', 'BROWSE-055'],
  },
  browseGender: {
    who: 'guest',
    rate: 'read',
    params: shape({ gender: z.string().max(40) }),
    query: browseQuery,
    response: browseResult,
    errors: ['discovery.unknown_path'],
    ids: ['BROWSE-001', 'BROWSE-048'],
  },
  search: {
    who: 'guest',
    rate: 'heavy',
    params: shape({ term: z.string().min(1).max(64) }),
    query: shape({
      p: intText(1, 1000).default(1),
      'gender-hide': genderHide,
      perPage: intText(1, 100).default(SEARCH_PAGE_SIZE),
    }),
    response: browseResult,
    errors: [],
    ids: ['BROWSE-049', 'BROWSE-006'],
  },
  suggest: {
    who: 'guest',
    rate: 'read',
    query: shape({ q: z.string().min(1).max(64) }),
    response: shape({
      models: z
        .array(
          shape({
            username: z.string(),
            displayName: z.string(),
            avatarUrl: z.string().nullable(),
            status: chatStatus,
          }),
        )
        .max(6),
      tags: z.array(z.string()).max(6),
    }),
    errors: [],
    ids: ['BROWSE-006'],
  },
  listModelShows: {
    who: 'guest',
    rate: 'read',
    query: shape({ type: z.enum(['react']).default('react') }),
    response: shape({
      shows: z.array(
        shape({
          username: z.string(),
          displayName: z.string(),
          type: z.enum(['limited', 'scheduled', 'tournament']),
          title: z.string(),
          starts_at: instant,
          ticket_price: z.int(),
          url: z.string(),
          thumb_url: z.string(),
        }),
      ),
    }),
    errors: [],
    ids: ['CHAT-004'],
  },
  listLikes: {
    who: 'guest',
    rate: 'read',
    query: shape({ week: z.enum(['current', 'last']).default('current') }),
    response: shape({
      leaderboard: z.array(shape({ rank: z.int(), user: userCard, likes: z.int() })).max(LEADERBOARD_SIZE),
      /** Of the caller, where that is a model. */
      user_like_count: z.int(),
      user_position: z.int().nullable(),
      past_winners: z.array(shape({ week: z.string(), user: userCard, likes: z.int() })),
    }),
    errors: [],
    ids: ['CONTENT-PAGES-015', 'CONTENT-PAGES-007', 'CONTENT-PAGES-024'],
  },
  like: {
    who: 'user',
    conditions: ['email', 'not_self'],
    rate: 'write',
    params: shape({ username }),
    body: shape({}),
    /** The model's likes of this week; what the caller may still give today. */
    response: ok({ user_like_count: z.int(), likes_left_today: z.int() }),
    errors: [
      'discovery.like_limit',
      'rooms.not_found',
      'rooms.banned',
      'common.not_self',
      'identity.email_unconfirmed',
    ],
    ids: ['CONTENT-PAGES-015'],
  },
});
