import type { callsByFeature, Gender, MediaDetail, MediaTypeName, UserCard } from '@klieg/contract';
import { MEDIA_PAGE_SIZE } from '@klieg/contract/features/media-library/limits';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ListFilter, ListStore, MediaPage } from './list-store.ts';
import { bundlePrice } from './media-rules.ts';
import type { OrderStore } from './order-store.ts';
import type { PlaylistStore } from './playlist-store.ts';
import type { makePlaylists } from './playlists.ts';
import type { PresentMedia } from './present-media.ts';
import type { MediaView, ReadMedia } from './read-media.ts';

export type MediaCalls = Handlers<(typeof callsByFeature)['media-library'], SiteCaller>;

export interface ReadDeps {
  readonly access: Pick<RoomAccess, 'enter'>;
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly lists: ListStore;
  readonly orders: Pick<OrderStore, 'topSince'>;
  readonly playlistStore: Pick<PlaylistStore, 'find'>;
  readonly playlists: ReturnType<typeof makePlaylists>;
  readonly read: ReadMedia;
  readonly present: PresentMedia;
  readonly memberships: Pick<FanClubFeature['memberships'], 'listOfMembers'>;
  readonly rights: Pick<FanClubFeature['rights'], 'levelOf'>;
  readonly cardOf: (owner: Account, caller: SiteCaller) => Promise<UserCard>;
  readonly now: () => number;
}

const TYPE_OF = { pictures: 1, picture: 1, videos: 2, video: 2 } as const;

/** Recordings are videos, too. */
const kindOf = (name: MediaTypeName | undefined): Pick<ListFilter, 'typeId' | 'isRecording'> =>
  name === undefined
    ? {}
    : name === 'recording'
      ? { typeId: 2, isRecording: true }
      : { typeId: TYPE_OF[name] };

const seoOf = (typeId: 1 | 2, tag: string | undefined) => {
  const what = typeId === 1 ? 'Pictures' : 'Videos';
  const path = `/media/${typeId === 1 ? 'pictures' : 'videos'}`;
  const h1 = tag === undefined ? what : `${what}: ${tag}`;
  return {
    breadcrumbList: [
      { name: what, url: path },
      ...(tag === undefined ? [] : [{ name: tag, url: `${path}?tag=${tag}` }]),
    ],
    description: '',
    footerHtml: '',
    h1,
    metaDescription: `${h1} of performers, to buy and to keep.`,
    metaTitle: h1,
  };
};

/** Performers whose media the caller may find, with their accounts. */
export const makeListSellers = ({ lists, read }: Pick<ReadDeps, 'lists' | 'read'>) => {
  return async (caller: SiteCaller, hide: readonly Gender[] = []): Promise<readonly Account[]> => {
    const open = await read.listOpen(await lists.listSellers(), caller);
    return open.filter(({ gender }) => !hide.includes(gender));
  };
};

/** Which of these the caller could still buy. */
export const offeredOf = (views: readonly MediaView[]) =>
  views.flatMap(({ media, access, price }) =>
    access === 'locked' && price > 0 ? [{ mediaId: media.id, price }] : [],
  );

/** The neighbours of a media in a row of ids. */
export function neighboursIn(ids: readonly number[], id: number): Pick<MediaDetail, 'prev_id' | 'next_id'> {
  const at = ids.indexOf(id);
  return { prev_id: (at > 0 && ids[at - 1]) || null, next_id: (at >= 0 && ids[at + 1]) || null };
}

/** Lists and pages of media. */
export function makeReadHandlers(
  deps: ReadDeps,
): Pick<MediaCalls, 'listModelMedia' | 'getMedia' | 'listMedia' | 'listExclusiveVideos'> {
  const { lists, read, present } = deps;
  const listSellers = makeListSellers(deps);
  const idsOf = (owners: readonly Account[]): AccountId[] => owners.map(({ id }) => id);
  const itemsOf = async ({ list }: MediaPage, caller: SiteCaller) =>
    present.items(await read.viewAll(list, caller), caller);

  /** The list the caller is browsing: the requested playlist, if the media is in it, else the performer's media. */
  const rowOf = async (view: MediaView, playlistId: number | undefined, caller: SiteCaller) => {
    const kept = playlistId === undefined ? undefined : await deps.playlistStore.find(playlistId);
    const isTheirs = kept && (kept.accountId === caller.account?.id || kept.accountId === view.owner.id);
    if (isTheirs && kept.mediaIds.includes(view.media.id)) {
      const shown = await read.viewByIds(kept.mediaIds, caller);
      return shown.map(({ media }) => media.id);
    }
    return (await lists.listLive(view.owner.id)).map(({ id }) => id);
  };

  return {
    async listModelMedia({ params, query }, { caller }) {
      const owner = await deps.access.enter(params.username, caller);
      const live = await read.viewAll(await lists.listLive(owner.id), caller);
      const offered = offeredOf(live);
      const prices = offered.map(({ price }) => price);
      const [page, playlists, topTags] = await Promise.all([
        lists.ofModels([owner.id], {
          ...kindOf(query.type),
          tag: query.tag,
          sort: query.sort_by,
          page: query.page,
        }),
        deps.playlists.ofModel(owner, caller),
        lists.topTags([owner.id]),
      ]);
      return {
        mediaList: await itemsOf(page, caller),
        count_total: page.total,
        per_page: MEDIA_PAGE_SIZE,
        unpurchased: {
          count: offered.length,
          price_total: prices.reduce((sum, price) => sum + price, 0),
          price_discounted: bundlePrice(prices),
        },
        playlists,
        topTags,
      };
    },
    async getMedia({ params, query }, { caller }) {
      const view = await read.view(params.id, caller);
      if (!view) return { result: false, media: null, access_type: 'locked' };
      const neighbours = neighboursIn(await rowOf(view, query.playlist, caller), view.media.id);
      const media = await present.detail(view, caller, neighbours);
      return { result: true, media, access_type: view.access };
    },
    async listMedia({ params, query }, { caller }) {
      const typeId = TYPE_OF[params.type];
      const { tag, page, sort_by: sort } = query;
      const models = idsOf(await listSellers(caller, query['gender-hide']));
      const found = await lists.ofModels(models, { typeId, tag, sort, page });
      // An unused tag counts as nonexistent.
      if (tag !== undefined && found.total === 0) throw new AppError('media_library.not_found');
      return {
        data: await itemsOf(found, caller),
        count_total: found.total,
        per_page: MEDIA_PAGE_SIZE,
        tags: await lists.topTags(models, typeId),
        seo: seoOf(typeId, tag),
      };
    },
    async listExclusiveVideos({ query }, { caller }) {
      const sellers = await listSellers(caller);
      const clubs = sellers.filter(({ settings }) => settings.fanclub_enabled);
      const found = await lists.exclusive(idsOf(clubs), { typeId: 2, sort: 'new', page: query.page });
      return {
        data: await itemsOf(found, caller),
        count_total: found.total,
        last_page: Math.max(1, Math.ceil(found.total / MEDIA_PAGE_SIZE)),
      };
    },
  };
}
