import { type Api, genderOfSlug, type InputOf, type ResultOf } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { SiteCaller } from '../../sessions/index.ts';
import { sectionNamed } from '../sections.ts';
import { hideFor } from '../own-hide.ts';
import { type Feed, SWIPER_LISTS } from './read-feed.ts';

interface Context {
  readonly caller: SiteCaller;
}

/** The calls of the feed. */
export const makeFeedHandlers = (feed: Feed) => ({
  async readFeed(
    { params, query }: InputOf<Api['readFeed']>,
    { caller }: Context,
  ): Promise<ResultOf<Api['readFeed']>> {
    const section = sectionNamed(params.gender);
    if (!section) throw new AppError('common.not_found');
    const { country, state } = caller;
    return feed.ofGender(genderOfSlug[section], { country, state }, query.page, caller);
  },
  async readSwiper(
    { params, query }: InputOf<Api['readSwiper']>,
    { caller }: Context,
  ): Promise<ResultOf<Api['readSwiper']>> {
    const list = SWIPER_LISTS.find((one) => one === params.list);
    if (!list) throw new AppError('common.not_found');
    const { country, state } = caller;
    const ask = {
      tag: query.tag ?? null,
      hide: hideFor(query['gender-hide'], caller),
      place: { country, state },
    };
    return feed.swiper(list, ask, query.page, caller);
  },
});
