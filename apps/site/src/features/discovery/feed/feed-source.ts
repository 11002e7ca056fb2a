import type { FeedItem, Gender } from '@klieg/contract';
import type { Place } from '#site/platform/visitors/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';

/** A feed as requested. Equal requests get the same feed, whoever asks. */
export interface FeedAsk {
  /** `cams` has the order of all lists, `discover` one in which everybody gets found. */
  readonly order: 'discover' | 'cams';
  /** Only this gender. */
  readonly gender: Gender | null;
  /** Only performers with this tag. */
  readonly tag: string | null;
  /** Genders that the reader does not want to see; of no effect where one gender is asked for. */
  readonly hide: readonly Gender[];
  readonly place: Place;
}

/** The caller; undefined for a page shared by everybody: then no item contains a right to play. */
export type FeedCaller = SiteCaller | undefined;

/**
 * Something that fills the feed, such as the live rooms. A feature that publishes media or posts adds its own source
 * (`addSource`); requests, paging and avoiding repeats are the same for all of them.
 */
export interface FeedSource {
  readonly kind: FeedItem['kind'];
  /** Ids of everything that this source has for the feed now, in its own order, each once. */
  list(ask: FeedAsk): readonly string[];
  /** The items of these ids in the same order; undefined for one that is gone. */
  present(ids: readonly string[], caller: FeedCaller): Promise<readonly (FeedItem | undefined)[]>;
}
