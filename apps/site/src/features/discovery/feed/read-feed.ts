import { FEED_PAGE_SIZE, type FeedPage, type Gender } from '@klieg/contract';
import { AppError, type Clock } from '@klieg/kernel';
import type { Catalog } from '../catalog.ts';
import { GENDERS } from '../sections.ts';
import { weave } from './feed-order.ts';
import type { FeedAsk, FeedCaller, FeedSource } from './feed-source.ts';
import { makeKeptOrder } from './kept-order.ts';

export const SWIPER_LISTS = ['discover', 'tag', 'cams'] as const;
export type SwiperList = (typeof SWIPER_LISTS)[number];

/** What the swiper asks for besides list and page. */
export interface SwiperAsk {
  readonly tag: string | null;
  readonly hide: readonly Gender[];
  readonly place: FeedAsk['place'];
}

const nameOf = ({ order, gender, tag, hide, place }: FeedAsk): string =>
  [order, gender, tag, hide.toSorted().join(''), place.country, place.state].join(' ');

/** The feed of performers, page by page, from all sources. */
export function makeFeed(deps: {
  readonly catalog: Pick<Catalog, 'has'>;
  readonly live: FeedSource;
  readonly clock: Clock;
}) {
  const others: FeedSource[] = [];
  const placesOf = makeKeptOrder(deps.clock);

  /** Ids of all sources in feed order, each prefixed with its kind. */
  const listAll = (ask: FeedAsk): string[] => {
    const idsOf = (source: FeedSource) => source.list(ask).map((id) => `${source.kind} ${id}`);
    return others.reduce<string[]>((all, source) => weave(all, idsOf(source)), idsOf(deps.live));
  };

  const present = async (ids: readonly string[], caller: FeedCaller) => {
    const items = new Map<string, FeedPage['list'][number]>();
    await Promise.all(
      [deps.live, ...others].map(async ({ kind, present: presentOwn }) => {
        const own = ids.filter((id) => id.startsWith(`${kind} `));
        const found = await presentOwn(
          own.map((id) => id.slice(kind.length + 1)),
          caller,
        );
        for (const [at, item] of found.entries()) if (item) items.set(own[at]!, item);
      }),
    );
    return ids.flatMap((id) => items.get(id) ?? []);
  };

  const read = async (ask: FeedAsk, page: number, caller: FeedCaller): Promise<FeedPage> => {
    const { places, present: isThere } = placesOf(nameOf(ask), () => listAll(ask));
    const end = page * FEED_PAGE_SIZE;
    const here = places.slice(end - FEED_PAGE_SIZE, end).filter((id) => isThere.has(id));
    const shown = GENDERS.filter((gender) => !ask.hide.includes(gender));
    return {
      gender: ask.gender ?? (shown.length === 1 ? shown[0]! : null),
      list: await present(here, caller),
      page,
      has_more: places.slice(end).some((id) => isThere.has(id)),
    };
  };

  return {
    /** Adds another feature's source to the feed; items of each kind come from one source. */
    addSource: (source: FeedSource) => void others.push(source),
    /** The feed of one section. */
    ofGender: (gender: Gender, place: FeedAsk['place'], page: number, caller: FeedCaller) =>
      read({ order: 'discover', gender, tag: null, hide: [], place }, page, caller),
    /** A list of the swiper, of all genders that are not hidden. @throws common.not_found */
    async swiper(list: SwiperList, { tag, hide, place }: SwiperAsk, page: number, caller: FeedCaller) {
      const isTag = list === 'tag';
      if (isTag && !deps.catalog.has(`tag:${tag ?? ''}`)) throw new AppError('common.not_found');
      const order = list === 'cams' ? 'cams' : 'discover';
      return read({ order, gender: null, tag: isTag ? tag : null, hide, place }, page, caller);
    },
  };
}
export type Feed = ReturnType<typeof makeFeed>;
