import {
  type Api,
  type Gender,
  genderOfSlug,
  genderSlug,
  type InputOf,
  type ResultOf,
} from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { SiteCaller } from '../../sessions/index.ts';
import { type Feed, SWIPER_LISTS } from './read-feed.ts';

interface Context {
  readonly caller: SiteCaller;
}

const CODES: readonly Gender[] = ['f', 'm', 't', 'c'];

/** The section that an address names, by its name or by its code. */
function genderNamed(text: string): Gender | undefined {
  const slug = genderSlug.safeParse(text).data;
  return slug ? genderOfSlug[slug] : CODES.find((code) => code === text);
}

/** The calls of the feed. */
export const makeFeedHandlers = (feed: Feed) => ({
  async readFeed(
    { params, query }: InputOf<Api['readFeed']>,
    { caller }: Context,
  ): Promise<ResultOf<Api['readFeed']>> {
    const gender = genderNamed(params.gender);
    if (!gender) throw new AppError('common.not_found');
    const { country, state } = caller;
    return feed.ofGender(gender, { country, state }, query.page, caller);
  },
  async readSwiper(
    { params, query }: InputOf<Api['readSwiper']>,
    { caller }: Context,
  ): Promise<ResultOf<Api['readSwiper']>> {
    const list = SWIPER_LISTS.find((one) => one === params.list);
    if (!list) throw new AppError('common.not_found');
    const { country, state } = caller;
    const ask = { tag: query.tag ?? null, hide: query['gender-hide'] ?? [], place: { country, state } };
    return feed.swiper(list, ask, query.page, caller);
  },
});
