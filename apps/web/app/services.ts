import type {
  Banner,
  Bio,
  BrowseResult,
  CurrentUser,
  FanClub,
  FeedPage,
  GenderSlug,
  FilteredResult,
  MediaDetail,
  MediaSort,
  MediaTypeName,
  Room,
  SiteConfig,
} from '@klieg/contract';
import type { ErrorBody } from '@klieg/contract/client';
import { createContext } from 'react-router';
import type { Answer } from './shared/api/answers.ts';
import type { PublicAnswer } from './shared/public-answer.ts';

/** What a room page gets: the room, or the refusal with its HTTP status and the wire's error body. */
export type RoomAnswer =
  | { readonly ok: true; readonly room: Room }
  | { readonly ok: false; readonly httpStatus: number; readonly body: ErrorBody };

/** What search engines are told about a page of a list: its canonical path, and what robots may do. */
export interface PageIndex {
  readonly canonical: string | null;
  readonly robots: string | null;
}

/** What a list of media is asked for. */
export interface MediaQuery {
  readonly page?: string;
  readonly sort_by?: MediaSort;
  readonly tag?: string;
  /** Only of a performer's media. */
  readonly type?: MediaTypeName;
}

/**
 * What the server gives to loaders, one object per request, set under `servicesContext`.
 * Public pages are the same for everyone: only pages behind a log-in may call `currentUser`.
 */
export interface PageServices {
  /** The answer of GET /site_config?ssr=1 for the request's host and language: no csrf, no cookie. */
  siteConfig(request: Request): Promise<SiteConfig>;
  /** The first banner of GET /media/banner/list as a guest sees it; null without one. */
  firstBanner(request: Request): Promise<Banner | null>;
  /**
   * The answer of GET /browse/react{path} as a guest sees it, and what search engines are told about its page; null if
   * nothing is listed at that address.
   * @param path '' for the home page, or a browse path such as '/girls'
   * @param query parameters of that call (p, gender-hide, perPage …); others are ignored
   */
  browse(
    path: string,
    query: URLSearchParams,
    request: Request,
  ): Promise<{ readonly result: BrowseResult; readonly index: PageIndex } | null>;
  /** The answer of GET /browse/react/multi-filter as a guest sees it; anything but filters is ignored. */
  browseFiltered(query: URLSearchParams, request: Request): Promise<FilteredResult>;
  /** The sections of GET /browse/react/home/section as a guest sees them. */
  homeSections(query: URLSearchParams, request: Request): Promise<Answer<'readHomeSections'>['sections']>;
  /** The answer of GET /feed/{gender} as a guest sees it, without rights to play. @param page from 1 */
  feed(section: GenderSlug, page: number, request: Request): Promise<FeedPage>;
  /** The answer of GET /browse/react/v2/search/{term} as a guest sees it. */
  search(term: string, query: URLSearchParams, request: Request): Promise<BrowseResult>;
  /** The answer of GET /chat/react/{username} as a guest of this address sees it, or its refusal. */
  room(username: string, request: Request): Promise<RoomAnswer>;
  /** The answer of GET /chat/{username}/bio as a guest of this address sees it, or its refusal. */
  bio(username: string, request: Request): Promise<PublicAnswer<Bio>>;
  /** The answer of GET /chat/{username}/fans?profile=1 as a guest of this address sees it, or its refusal. */
  fanClub(username: string, request: Request): Promise<PublicAnswer<FanClub>>;
  /** The answer of GET /media/list/{type} as a guest of this address sees it, or its refusal. */
  mediaList(
    type: 'videos' | 'pictures',
    query: MediaQuery,
    request: Request,
  ): Promise<PublicAnswer<Answer<'listMedia'>>>;
  /** The answer of GET /user/{username}/media as a guest of this address sees it, or its refusal. */
  modelMedia(
    username: string,
    query: MediaQuery,
    request: Request,
  ): Promise<PublicAnswer<Answer<'listModelMedia'>>>;
  /** An item as a guest of this address sees it, without the addresses of its files; null if a guest gets nothing. */
  media(id: number, playlist: number | undefined, request: Request): Promise<MediaDetail | null>;
  /** The answer of GET /media/top_model/month as a guest of this address sees it. */
  topMediaMonth(request: Request): Promise<Answer<'topMediaMonth'>>;
  /** The answer of GET /media/top_model/list as a guest of this address sees it. @param page from 1 */
  topMediaList(page: number, request: Request): Promise<Answer<'topMediaList'>>;
  /** The answer of GET /tags/index as a guest of this address sees it. */
  tags(page: number, sort: 'popular' | 'name' | 'live', request: Request): Promise<Answer<'listTags'>>;
  /** The answer of GET /tags/{gender} as a guest of this address sees it, or its refusal. */
  sectionTags(section: string, request: Request): Promise<PublicAnswer<Answer<'listSectionTags'>>>;
  /** The answer of GET /user/like as a guest of this address sees it. */
  likes(week: 'current' | 'last', request: Request): Promise<Answer<'listLikes'>>;
  /** The answer of GET /content/{slug}, or its refusal. */
  content(slug: string, request: Request): Promise<PublicAnswer<Answer<'getContent'>>>;
  /** The answer of GET /faq. @param search words that articles must hold; empty: all articles */
  faq(search: string, request: Request): Promise<Answer<'listFaq'>>;
  /** The answer of GET /faq/{article}, or its refusal. */
  faqArticle(slug: string, request: Request): Promise<PublicAnswer<Answer<'getFaqArticle'>>>;
  /** The answer of GET /press. @param page from 1 @param outlet undefined: all of them */
  press(page: number, outlet: string | undefined, request: Request): Promise<Answer<'listPress'>>;
  /** The answer of GET /contests as a guest of this address sees it. */
  contests(request: Request): Promise<Answer<'listContests'>>;
  /** Whether a key of a link to another site is known and has not ended; asking counts no use. */
  hasLink(key: string, request: Request): Promise<boolean>;
  /** The answer of GET /user/current without a fresh node_token; null for a guest. */
  currentUser(request: Request): Promise<CurrentUser | null>;
  /** What the key of a new site's owner does now: makes one (`open`), is `used`, or `unknown` to this site. */
  ownerKey(key: string, request: Request): Promise<'open' | 'used' | 'unknown'>;
  /** Nonce of this answer's content security policy. */
  readonly nonce: string;
  /** True in development and with DEMO=1: /dev pages exist. */
  readonly hasDevPages: boolean;
}

/** Key of the services in React Router's load context; exported again by entry.server. */
export const servicesContext = createContext<PageServices>();
