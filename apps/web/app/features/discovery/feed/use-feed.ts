import type { Gender, GenderSlug } from '@klieg/contract';
import { useCallback, useReducer } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { type FeedPart, feedPart } from './feed-room.ts';
import { feedOf, type FeedState, reduceFeed } from './feed-state.ts';

/** Which feed: that of a section, or a list of the swiper without some genders. */
export type FeedSource =
  | { readonly kind: 'section'; readonly section: GenderSlug }
  | { readonly kind: 'discover' | 'cams'; readonly hide: readonly Gender[] }
  | { readonly kind: 'tag'; readonly tag: string; readonly hide: readonly Gender[] };

/** The same feed has the same name. */
export const feedName = (source: FeedSource): string => JSON.stringify(source);

async function readPart(source: FeedSource, page: number): Promise<FeedPart> {
  const asked = { page: String(page) };
  if (source.kind === 'section')
    return feedPart(await lateApi.readFeed({ params: { gender: source.section }, query: asked }));
  return feedPart(
    await lateApi.readSwiper({
      params: { list: source.kind },
      query: {
        ...asked,
        ...(source.kind === 'tag' && { tag: source.tag }),
        ...(source.hide.length > 0 && { 'gender-hide': source.hide.join(',') }),
      },
    }),
  );
}

export interface Feed extends FeedState {
  /** Asks for the next page; nothing while one is on its way or where the feed has ended. */
  readonly loadMore: () => void;
  /** Begins from the first page. */
  readonly restart: () => void;
}

/**
 * A feed that grows page by page. Another feed needs a fresh hook.
 * @param first the page that came with the document
 */
export function useFeed(source: FeedSource, first: FeedPart | undefined): Feed {
  const [state, dispatch] = useReducer(reduceFeed, first, feedOf);
  const name = feedName(source);
  const { phase, hasMore, nextPage, round } = state;
  const loadMore = useCallback(() => {
    if (phase === 'loading' || !hasMore) return;
    dispatch({ type: 'asked' });
    readPart(JSON.parse(name) as FeedSource, nextPage).then(
      (part) => dispatch({ type: 'came', round, part }),
      () => dispatch({ type: 'failed', round }),
    );
  }, [phase, hasMore, nextPage, round, name]);
  return { ...state, loadMore, restart: useCallback(() => dispatch({ type: 'restarted' }), []) };
}
