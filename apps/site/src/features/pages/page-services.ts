import {
  type Api,
  type Banner,
  type Bio,
  BROWSE_PAGE_SIZE,
  type BrowseResult,
  callsByFeature,
  type CurrentUser,
  type FanClub,
  type FeedPage,
  type GenderSlug,
  genderOfSlug,
  type FilteredResult,
  type ResultOf,
  type Room,
  type SiteConfig,
} from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Sites } from '../brand/index.ts';
import type { ContentTexts, ReadPress } from '../content-pages/index.ts';
import {
  type Discovery,
  type DiscoveryFeature,
  type ListedPage,
  pageSizeOf,
  type TagSort,
} from '../discovery/index.ts';
import type { KeyRefusal } from '../first-owner/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { answerError } from '../../platform/http/index.ts';
import { isOutage } from '../../platform/postgres/index.ts';
import { asAnonymous } from './as-anonymous.ts';
import { makeMediaReads, type MediaReads } from './media-reads.ts';
import type { PageRenderer } from './render-build.ts';
import type { PageVisitor, RenderInput, RenderPage } from '../../platform/pages/index.ts';

/** Where the data of pages comes from. */
export interface PageSources {
  readonly resolveCaller: (visitor: PageVisitor) => Promise<SiteCaller>;
  readonly siteOf: Sites['siteOf'];
  readonly siteConfig: (caller: SiteCaller, csrf: string | null) => SiteConfig;
  readonly listBanners: (caller: SiteCaller) => readonly Banner[];
  /** Whether the rules of the caller's place ask for a check of age. */
  readonly isAgeAsked: (caller: SiteCaller) => boolean;
  readonly discovery: Discovery;
  readonly feed: DiscoveryFeature['feed'];
  readonly getRoom: (username: string, caller: SiteCaller) => Promise<Room>;
  readonly getFanClub: (username: string, hasProfile: boolean, caller: SiteCaller) => Promise<FanClub>;
  readonly media: MediaReads;
  readonly getBio: (username: string, caller: SiteCaller) => Promise<Bio>;
  readonly readLikes: (week: 'current' | 'last', caller: SiteCaller) => Promise<ResultOf<Api['listLikes']>>;
  readonly texts: ContentTexts;
  readonly readPress: ReadPress;
  readonly hasLink: (key: string) => Promise<boolean>;
  readonly readContests: (caller: SiteCaller) => Promise<ResultOf<Api['listContests']>>;
  readonly currentUser: (caller: SiteCaller) => Promise<CurrentUser>;
  readonly checkOwnerKey: (key: string) => Promise<KeyRefusal | undefined>;
  readonly hasDevPages: boolean;
  readonly renderPage: PageRenderer;
}

const withoutRights = (room: Room): Room => ({
  ...room,
  stream: { ...room.stream, stream_name: null, token: null, urls: null },
});

/** There is no list at an address. */
const NO_LIST: ReadonlySet<string> = new Set(['discovery.unknown_path', 'discovery.unknown_tag']);
const FILTERS = [
  'q',
  'lang',
  'source',
  'tag',
  'rate',
  'region',
  'chRate',
  'p',
  'gender-hide',
  'new_sort',
  'perPage',
];
/** Letters of a search term. */
const TERM_MAX = 64;
type MediaQuery = Readonly<Record<string, string | undefined>>;
const filterQueryOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => FILTERS.includes(name)));

function makeServices(
  deps: PageSources,
  { visitor, nonceMark }: Pick<RenderInput, 'visitor' | 'nonceMark'>,
  caller: SiteCaller,
  onOutage: (error: unknown) => void,
) {
  const media = makeMediaReads(deps.media);
  const anonymous = () => asAnonymous(caller, deps.siteOf(visitor.headers));
  /** The pages make an error page of whatever fails; that the database is away is answered by the server. */
  const watched = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (isOutage(error)) onOutage(error);
      throw error;
    }
  };
  const queryFor = (query: URLSearchParams, pageSize = BROWSE_PAGE_SIZE) => {
    const read = callsByFeature.discovery.browseHome.query.safeParse({
      ...(query.has('p') && { p: query.get('p') }),
      ...(query.has('gender-hide') && { 'gender-hide': query.get('gender-hide') }),
      ...(query.has('perPage') && { perPage: query.get('perPage') }),
    });
    const given = read.data ?? callsByFeature.discovery.browseHome.query.parse({});
    return {
      page: given.p,
      perPage: given.perPage ?? pageSize,
      hide: given['gender-hide'] ?? [],
      place: { country: caller.country, state: caller.state },
    };
  };

  const answer = async <T>(read: (who: SiteCaller) => Promise<T>) => {
    try {
      return { ok: true as const, value: await watched(() => read(anonymous())) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { httpStatus, body } = answerError(error, visitor.id);
      return { ok: false as const, httpStatus, body };
    }
  };

  return {
    nonce: nonceMark,
    hasDevPages: deps.hasDevPages,
    siteConfig: () => Promise.resolve(deps.siteConfig(anonymous(), null)),
    // Somebody who needs an age check sees none before it (SHELL-021).
    firstBanner: async () =>
      deps.isAgeAsked(anonymous()) ? null : (deps.listBanners(anonymous())[0] ?? null),
    async browse(path: string, query: URLSearchParams): Promise<ListedPage | null> {
      try {
        return deps.discovery.browsePage(path, queryFor(query, pageSizeOf(path)));
      } catch (error) {
        if (error instanceof AppError && NO_LIST.has(error.code)) return null;
        throw error;
      }
    },
    async browseFiltered(query: URLSearchParams): Promise<FilteredResult> {
      const given = callsByFeature.discovery.browseFiltered.query.safeParse(filterQueryOf(query));
      // Anything that is not a filter is ignored, like an unknown parameter of any page.
      const q = query.get('q')?.slice(0, TERM_MAX) || undefined;
      const read = given.data ?? callsByFeature.discovery.browseFiltered.query.parse({ q });
      return watched(async () => deps.discovery.filtered(read, anonymous()));
    },
    homeSections: (query: URLSearchParams) =>
      Promise.resolve(deps.discovery.home.classic({ ...queryFor(query), hideOwn: [], own: undefined })),
    feed(section: GenderSlug, page: number): Promise<FeedPage> {
      const { country, state } = caller;
      return deps.feed.ofGender(genderOfSlug[section], { country, state }, page, undefined);
    },
    async search(term: string, query: URLSearchParams): Promise<BrowseResult> {
      return watched(async () => deps.discovery.search(term, queryFor(query)));
    },
    async room(username: string) {
      const found = await answer((who) => deps.getRoom(username.toLowerCase(), who));
      return found.ok ? { ok: true as const, room: withoutRights(found.value) } : found;
    },
    fanClub: (username: string) => answer((who) => deps.getFanClub(username.toLowerCase(), true, who)),
    mediaList: (type: 'videos' | 'pictures', query: MediaQuery) =>
      answer((who) => media.list(type, query, who)),
    modelMedia: (username: string, query: MediaQuery) => answer((who) => media.ofModel(username, query, who)),
    media: (id: number, playlist: number | undefined) => watched(() => media.one(id, playlist, anonymous())),
    topMediaMonth: () => watched(() => media.month(anonymous())),
    topMediaList: (page: number) => watched(() => media.top(page, anonymous())),
    bio: (username: string) => answer((who) => deps.getBio(username.toLowerCase(), who)),
    content: (slug: string) => answer(async () => deps.texts.getContent(slug)),
    faq: async (search: string) => deps.texts.listFaq({ q: search || undefined }),
    faqArticle: (slug: string) => answer(async () => deps.texts.getFaqArticle(slug)),
    tags: async (page: number, sort: TagSort) => deps.discovery.tags.index({ page, sort }, caller),
    sectionTags: (section: string) => answer(async (who) => deps.discovery.tags.ofSection(section, who)),
    likes: (week: 'current' | 'last') => watched(() => deps.readLikes(week, anonymous())),
    press: (page: number, outlet: string | undefined) => watched(() => deps.readPress({ page, outlet })),
    contests: () => watched(() => deps.readContests(anonymous())),
    hasLink: (key: string) => watched(() => deps.hasLink(key)),
    ownerKey: (key: string) => watched(async () => (await deps.checkOwnerKey(key)) ?? 'open'),
    currentUser: (): Promise<CurrentUser | null> =>
      watched(async () => (caller.isLoggedIn ? deps.currentUser(caller) : null)),
  };
}

/** Renders pages; their data comes in process, with the visitor's cookies and address. */
export const makeRenderPage =
  (deps: PageSources): RenderPage =>
  async ({ request, visitor, nonceMark }) => {
    const caller = await deps.resolveCaller(visitor);
    let outage: unknown;
    const onOutage = (error: unknown) => {
      outage ??= error;
    };
    const services = makeServices(deps, { visitor, nonceMark }, caller, onOutage);
    const response = await deps.renderPage(request, services);
    if (outage === undefined) return response;
    await response.body?.cancel();
    throw outage;
  };
