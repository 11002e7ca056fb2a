import { z } from 'zod';
import { calls, flagText, instant, intText, ok, shape, username } from '../call.ts';
import { chatStatus, gender, homeSection } from '../enums.ts';
import { genderHide, seo, userCard } from '../shapes.ts';
import { feedPage } from './feed.ts';
import {
  browseResult,
  countedPair,
  countedTag,
  FILTER_PAGE_SIZE,
  filteredResult,
  LEADERBOARD_SIZE,
  placeReasons,
  SEARCH_PAGE_SIZE,
  section,
  TAGS_PAGE_SIZE,
} from './browse-shapes.ts';
import { discoveryRoutes } from './routes.ts';

const browseQuery = shape({
  p: intText(1, 1000).default(1),
  'gender-hide': genderHide,
  /** Absent: 98, on the top list 20. */
  perPage: intText(1, 200).optional(),
  appendMedia: flagText.default(false),
  sortByConnection: flagText.default(false),
  ab: intText(0, 9).optional(),
  new_sort: flagText.default(false),
});

/** Most values of one filter. */
const FILTER_VALUES_MAX = 20;
/** A comma-separated list of distinct words; an empty field filters nothing. */
const wordList = (word: RegExp) =>
  z
    .string()
    .max(400)
    .transform((value) => (value === '' ? [] : [...new Set(value.split(','))]))
    .pipe(z.array(z.string().regex(word)).max(FILTER_VALUES_MAX))
    .default([]);
const RANGE = /^\d{1,3}-\d{1,3}$/;

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
  browsePath: {
    who: 'guest',
    rate: 'read',
    params: shape({ gender: z.string().max(40), path: z.string().max(200) }),
    query: browseQuery,
    response: browseResult,
    errors: ['discovery.unknown_path', 'discovery.unknown_tag'],
    ids: ['BROWSE-048', 'BROWSE-054', 'BROWSE-062'],
  },
  browseAnyPath: {
    who: 'guest',
    rate: 'read',
    params: shape({ path: z.string().max(240) }),
    query: shape({
      p: intText(1, 1000).default(1),
      'gender-hide': genderHide,
      perPage: intText(1, 100).default(SEARCH_PAGE_SIZE),
    }),
    response: browseResult,
    errors: ['discovery.unknown_path', 'discovery.unknown_tag'],
    ids: ['BROWSE-049'],
  },
  browseFiltered: {
    who: 'guest',
    rate: 'read',
    query: shape({
      /** Only the first thousand results of a search for it. */
      q: z.string().min(1).max(64).optional(),
      lang: wordList(/^[a-z]{2,20}$/),
      source: z.enum(['all', 'following', 'history', 'new']).default('all'),
      perPage: intText(1, 200).default(FILTER_PAGE_SIZE),
      tag: wordList(/^[a-z0-9-]{1,32}$/),
      rate: wordList(RANGE),
      region: wordList(/^[a-z-]{2,30}$/),
      chRate: wordList(RANGE),
      p: intText(1, 1000).default(1),
      'gender-hide': genderHide,
      new_sort: flagText.default(false),
    }),
    response: filteredResult,
    errors: [],
    ids: ['BROWSE-051', 'BROWSE-057', 'BROWSE-064'],
  },
  browseCasaSalsa: {
    who: 'guest',
    rate: 'read',
    query: shape({ sortByConnection: flagText.default(false) }),
    response: shape({ userList: z.array(userCard) }),
    errors: [],
    ids: ['BROWSE-050', 'BROWSE-010'],
  },
  readHomeSections: {
    who: 'guest',
    rate: 'read',
    query: shape({ 'gender-hide': genderHide }),
    response: shape({ sections: z.array(section.extend({ key: z.string() })) }),
    errors: [],
    ids: ['HOME-015'],
  },
  readCustomHome: {
    who: 'guest',
    rate: 'read',
    query: shape({ 'gender-hide': genderHide }),
    response: shape({
      sections: z.array(section),
      /** The caller's choice, in order; all sections before any choice. */
      sectionList: z.array(homeSection),
      available: z.array(homeSection),
    }),
    errors: [],
    ids: ['HOME-014', 'HOME-020', 'HOME-021'],
  },
  keepCustomHome: {
    who: 'user',
    rate: 'write',
    body: shape({
      sectionList: z
        .array(homeSection)
        .min(1)
        .max(12)
        .refine((keys) => new Set(keys).size === keys.length, 'duplicate'),
    }),
    response: ok({ sectionList: z.array(homeSection), message: z.string() }),
    errors: ['discovery.preference_failed'],
    ids: ['HOME-016'],
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
  readFeed: {
    who: 'guest',
    rate: 'read',
    params: shape({ gender: z.string().max(40) }),
    query: shape({ page: intText(1, 1000).default(1) }),
    response: feedPage,
    errors: ['common.not_found'],
    ids: ['BROWSE-052', 'BROWSE-005', 'BROWSE-058'],
  },
  readSwiper: {
    who: 'guest',
    rate: 'read',
    params: shape({ list: z.string().max(40) }),
    query: shape({
      /** Only for the list `tag`. */
      tag: z.string().max(32).optional(),
      page: intText(1, 1000).default(1),
      'gender-hide': genderHide,
    }),
    response: feedPage,
    errors: ['common.not_found'],
    ids: ['BROWSE-045', 'BROWSE-046', 'BROWSE-047'],
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
  explainPlace: {
    who: 'guest',
    rate: 'read',
    params: shape({ username }),
    response: placeReasons,
    errors: ['rooms.not_found'],
    ids: [],
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
  listTags: {
    who: 'guest',
    rate: 'read',
    query: shape({
      page: intText(1, 1000).default(1),
      sort: z.enum(['popular', 'name', 'live']).default('popular'),
    }),
    response: shape({
      combo: z.array(countedPair),
      tag_list: z.array(countedTag).max(TAGS_PAGE_SIZE),
      tag_count: z.int(),
      last_page: z.int().positive(),
      /** (added) The page on which each letter begins where tags are sorted by name. */
      letters: z.array(shape({ letter: z.string(), page: z.int().positive() })),
    }),
    errors: [],
    ids: ['CONTENT-PAGES-022', 'CONTENT-PAGES-009'],
  },
  listSectionTags: {
    who: 'guest',
    rate: 'read',
    params: shape({ gender: z.string().max(10) }),
    response: shape({
      tag_list: z.array(countedTag),
      tag_count: z.int(),
      gender,
      categories: z.array(shape({ name: z.string(), tags: z.array(z.string()) })),
      seo,
    }),
    errors: ['discovery.unknown_tag'],
    ids: ['CONTENT-PAGES-023', 'CONTENT-PAGES-010'],
  },
  listLikes: {
    who: 'guest',
    rate: 'read',
    query: shape({ week: z.enum(['current', 'last']).default('current') }),
    response: shape({
      leaderboard: z.array(shape({ rank: z.int(), user: userCard, likes: z.int() })).max(LEADERBOARD_SIZE),
      /** For callers who are models. */
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
    /** The model's likes of this week; how many the caller may still give today. */
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
