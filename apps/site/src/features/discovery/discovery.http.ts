import {
  type BrowseResult,
  type callsByFeature,
  type GenderSlug,
  genderSlug,
  type UserCard,
} from '@klieg/contract';
import { AppError, toInstant, type Clock } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { browse, type BrowseQuery, emptyResult, pageOf } from './browse.ts';
import type { Catalog } from './catalog.ts';
import type { makeLeaderboard } from './leaderboard.ts';
import type { LikeStore } from './like-store.ts';
import type { SearchStore } from './search-store.ts';

const FOUND_MAX = 200;

/** Lists as pages and calls ask for them. */
/** Shows that performers have announced for a time. */
export interface AnnouncedShows {
  /** Those that begin until then (Unix milliseconds), the next first. */
  listComing(until: number): Promise<
    readonly {
      readonly username: string;
      readonly title: string;
      /** Unix milliseconds. */
      readonly startsAt: number;
      readonly price: number;
    }[]
  >;
}

/** Streams that performers have announced for a time. */
export interface AnnouncedStreams {
  /** Those that begin until then (Unix milliseconds), the next first. */
  listAnnounced(
    until: number,
  ): Promise<readonly { readonly username: string; readonly title: string; readonly startsAt: number }[]>;
}

/** How far ahead shows are listed. */
const ANNOUNCED_MS = 7 * 24 * 3_600_000;

export interface Discovery {
  browse(slug: GenderSlug | null, query: BrowseQuery): BrowseResult;
  search(term: string, query: BrowseQuery): Promise<BrowseResult>;
}

export function makeDiscovery(deps: { readonly catalog: Catalog; readonly search: SearchStore }): Discovery {
  const { catalog } = deps;
  const visible = (cards: readonly (UserCard | undefined)[], query: BrowseQuery): UserCard[] =>
    cards.filter(
      (card): card is UserCard =>
        card !== undefined &&
        !query.hide.includes(card.gender) &&
        !catalog.isBlockedFor(card.username, query.place),
    );

  return {
    browse: (slug, query) => browse(catalog, slug, query),
    async search(term, query) {
      const lower = term.trim().toLowerCase();
      const names = await deps.search.findNames(lower, FOUND_MAX);
      const tagged = catalog
        .list(new Set(['f', 'm', 't', 'c']))
        .filter((card) => card.tags.includes(lower) || card.languages.includes(lower));
      const found = visible([...new Set([...names.map((name) => catalog.byName(name)), ...tagged])], query);
      const exact = found.find((card) => card.username === lower);
      const isEmpty = found.length === 0;
      const live = catalog.list(new Set(['f', 'm', 't', 'c'])).filter(({ status }) => status !== 'offline');
      const popular = live.slice(0, 12);
      return {
        ...emptyResult(term, `/search/${encodeURIComponent(term)}`, query.perPage),
        userList: pageOf(found, query.page, query.perPage),
        totalCount: found.length,
        isSearchEmpty: isEmpty,
        redirect: exact ? `/${exact.username}` : null,
        popularSearchList: catalog.liveTags.slice(0, 12).map((tag) => tag.slug),
        ...(isEmpty && {
          alternativeUserList: visible(popular, query),
          popularModelSearch: popular.map(({ username, displayName }) => ({ username, displayName })),
        }),
      };
    },
  };
}

const DAY_SECONDS = 86_400;

export function makeDiscoveryHandlers(deps: {
  readonly discovery: Discovery;
  readonly catalog: Catalog;
  readonly search: SearchStore;
  readonly accounts: AccountStore;
  readonly access: RoomAccess;
  readonly likes: LikeStore;
  readonly announced: AnnouncedShows;
  readonly schedule: AnnouncedStreams;
  /** Shows the room's pages that fans have made its performer a star. */
  readonly tellStar: (username: string) => void;
  readonly clock: Clock;
  readonly readLeaderboard: ReturnType<typeof makeLeaderboard>;
}): Handlers<(typeof callsByFeature)['discovery'], SiteCaller> {
  const queryOf = (
    query: {
      readonly p: number;
      readonly perPage: number;
      readonly 'gender-hide'?: BrowseQuery['hide'] | undefined;
    },
    caller: SiteCaller,
  ): BrowseQuery => ({
    page: query.p,
    perPage: query.perPage,
    hide: query['gender-hide'] ?? [],
    place: { country: caller.country, state: caller.state },
  });
  const secondsToMidnight = () => DAY_SECONDS - (Math.floor(deps.clock.now() / 1000) % DAY_SECONDS);

  return {
    browseHome: ({ query }, { caller }) => deps.discovery.browse(null, queryOf(query, caller)),
    browseGender({ params, query }, { caller }) {
      const slug = genderSlug.safeParse(params.gender).data;
      if (!slug) throw new AppError('discovery.unknown_path');
      return deps.discovery.browse(slug, queryOf(query, caller));
    },
    search: ({ params, query }, { caller }) => deps.discovery.search(params.term, queryOf(query, caller)),
    async suggest({ query }, { caller }) {
      const lower = query.q.trim().toLowerCase();
      const names = await deps.search.findNames(lower, 30);
      const models = names
        .map((name) => deps.catalog.byName(name))
        .filter((card) => card !== undefined && !deps.catalog.isBlockedFor(card.username, caller))
        .slice(0, 6)
        .map((card) => ({
          username: card!.username,
          displayName: card!.displayName,
          avatarUrl: card!.avatarUrl,
          status: card!.status,
        }));
      const tags = deps.catalog.liveTags.filter((tag) => tag.slug.startsWith(lower)).slice(0, 6);
      return { models, tags: tags.map((tag) => tag.slug) };
    },
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
