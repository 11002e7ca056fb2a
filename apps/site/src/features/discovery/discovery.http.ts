import { type BrowseResult, type callsByFeature, HOME_SECTIONS, type HomeSection } from '@klieg/contract';
import { AppError, toInstant, type Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SaveSettings } from '../settings/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AnnouncedShows, AnnouncedStreams } from './announced.ts';
import type { makeAppendMedia } from './append-media.ts';
import { type BrowseQuery, pageSizeOf } from './browse.ts';
import type { Catalog } from './catalog.ts';
import type { Discovery } from './discovery.ts';
import { makeFeedHandlers } from './feed/feed.http.ts';
import type { Feed } from './feed/read-feed.ts';
import type { makeLeaderboard } from './leaderboard.ts';
import type { LikeStore } from './like-store.ts';
import { hideFor } from './own-hide.ts';
import { makeExplainPlace } from './why-here.ts';

/** How far ahead shows are listed. */
const ANNOUNCED_MS = 7 * DAY_MS;
const DAY_SECONDS = 86_400;
/** Houses on the page of one. */
const CASA_MAX = 98;

interface GivenQuery {
  readonly p: number;
  readonly perPage?: number | undefined;
  readonly 'gender-hide'?: BrowseQuery['hide'] | undefined;
  readonly new_sort?: boolean;
  readonly sortByConnection?: boolean;
  readonly appendMedia?: boolean;
}

/** Lists in which everybody was chosen by the reader: nobody is missing there who is not hidden in the address. */
const CHOSEN: ReadonlySet<string> = new Set(['followed']);

/** What a query asks of a list, for this caller. */
const queryOf = (query: GivenQuery, caller: SiteCaller, path = ''): BrowseQuery => ({
  page: query.p,
  perPage: query.perPage ?? pageSizeOf(path),
  hide: CHOSEN.has(path) ? (query['gender-hide'] ?? []) : hideFor(query['gender-hide'], caller),
  place: { country: caller.country, state: caller.state },
  isNewFirst: query.new_sort ?? false,
  isByConnection: query.sortByConnection ?? false,
  isStaff: isAllowed('moderate_site', caller),
});

export function makeDiscoveryHandlers(deps: {
  readonly discovery: Discovery;
  readonly feed: Feed;
  readonly catalog: Catalog;
  readonly access: RoomAccess;
  readonly likes: LikeStore;
  readonly saveSettings: SaveSettings;
  readonly appendMedia: ReturnType<typeof makeAppendMedia>;
  readonly announced: AnnouncedShows;
  readonly schedule: AnnouncedStreams;
  /** Shows the room's pages that fans have made its performer a star. */
  readonly tellStar: (username: string) => void;
  readonly clock: Clock;
  readonly readLeaderboard: ReturnType<typeof makeLeaderboard>;
}): Handlers<(typeof callsByFeature)['discovery'], SiteCaller> {
  const { discovery } = deps;
  const explainPlace = makeExplainPlace({ catalog: deps.catalog, knownOf: discovery.knownOf });
  const secondsToMidnight = () => DAY_SECONDS - (Math.floor(deps.clock.now() / 1000) % DAY_SECONDS);
  const browse = async (path: string, query: GivenQuery, caller: SiteCaller): Promise<BrowseResult> => {
    const result = await discovery.browseFor(path, queryOf(query, caller, path), caller);
    return query.appendMedia ? deps.appendMedia(result, caller) : result;
  };
  const homeReader = async (hide: BrowseQuery['hide'] | undefined, caller: SiteCaller) => ({
    hide: hideFor(hide, caller),
    hideOwn: hide ?? [],
    place: { country: caller.country, state: caller.state },
    own: await discovery.ownOf(caller),
  });

  return {
    ...makeFeedHandlers(deps.feed),
    browseHome: ({ query }, { caller }) => browse('/', query, caller),
    browseGender: ({ params, query }, { caller }) => browse(params.gender, query, caller),
    browsePath: ({ params, query }, { caller }) => browse(`${params.gender}/${params.path}`, query, caller),
    browseAnyPath: ({ params, query }, { caller }) => browse(params.path, query, caller),
    browseFiltered: ({ query }, { caller }) => discovery.filtered(query, caller),
    browseCasaSalsa: ({ query }, { caller }) => ({
      userList: discovery.browse('/casa-salsa', queryOf({ ...query, p: 1, perPage: CASA_MAX }, caller))
        .userList,
    }),
    async readHomeSections({ query }, { caller }) {
      return { sections: discovery.home.classic(await homeReader(query['gender-hide'], caller)) };
    },
    async readCustomHome({ query }, { caller }) {
      const keys: readonly HomeSection[] = caller.account?.settings.home_custom ?? HOME_SECTIONS;
      return {
        sections: discovery.home.custom(keys, await homeReader(query['gender-hide'], caller)),
        sectionList: [...keys],
        available: [...HOME_SECTIONS],
      };
    },
    async keepCustomHome({ body }, { caller }) {
      try {
        await deps.saveSettings(caller.account!.id, { home_custom: body.sectionList });
      } catch (error) {
        throw new AppError('discovery.preference_failed', { cause: error });
      }
      return { status: 1, sectionList: body.sectionList, message: 'Preference updated.' };
    },
    search: ({ params, query }, { caller }) =>
      discovery.search(params.term, queryOf({ ...query, 'gender-hide': query['gender-hide'] ?? [] }, caller)),
    suggest: ({ query }, { caller }) =>
      discovery.suggest(query.q, { country: caller.country, state: caller.state }),
    explainPlace: ({ params }, { caller }) => explainPlace(params.username, caller),
    async listModelShows(_input, { caller }) {
      const until = deps.clock.now() + ANNOUNCED_MS;
      const [shows, streams] = await Promise.all([
        deps.announced.listComing(until),
        deps.schedule.listAnnounced(until),
      ]);
      const coming = [
        ...shows.map((show) => ({ ...show, type: 'limited' as const })),
        ...streams.map((stream) => ({ ...stream, type: 'scheduled' as const, price: 0 })),
      ].toSorted((a, b) => a.startsAt - b.startsAt);
      return {
        shows: coming.flatMap(({ username, type, title, startsAt, price }) => {
          const card = deps.catalog.isBlockedFor(username, caller)
            ? undefined
            : deps.catalog.byName(username);
          if (!card) return [];
          const { displayName, thumb_url } = card;
          const show = { type, title, starts_at: toInstant(startsAt), ticket_price: price };
          return [{ username, displayName, ...show, url: `/${username}`, thumb_url }];
        }),
      };
    },
    listTags: ({ query }, { caller }) => discovery.tags.index(query, caller),
    listSectionTags: ({ params }, { caller }) => discovery.tags.ofSection(params.gender, caller),
    listLikes: ({ query }, { caller }) =>
      deps.readLeaderboard(
        query.week,
        caller.account,
        (username) => !deps.catalog.isBlockedFor(username, caller),
      ),
    async like({ params }, { caller }) {
      const model = await deps.access.enter(params.username, caller);
      const given = await deps.likes.give(caller.account!.id, model.id);
      if (given === undefined)
        throw new AppError('discovery.like_limit', { params: { retry_after_seconds: secondsToMidnight() } });
      if (given.isStarMade) deps.tellStar(model.username);
      const count = await deps.likes.countOfWeek(model.id);
      return { status: 1, user_like_count: count, likes_left_today: given.left };
    },
  };
}
