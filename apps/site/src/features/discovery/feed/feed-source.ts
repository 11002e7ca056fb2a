import type { FeedItem, Gender } from '@klieg/contract';
import type { Place } from '#site/platform/visitors/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';

/** A feed as somebody asks for it. Two asks that are alike get the same feed, whoever asks. */
export interface FeedAsk {
  /** `cams` has the order of all lists, `discover` one in which everybody is found. */
  readonly order: 'discover' | 'cams';
  /** Only this gender. */
  readonly gender: Gender | null;
  /** Only performers with this tag. */
  readonly tag: string | null;
  /** Genders that the reader does not want to see; of no effect where one gender is asked for. */
  readonly hide: readonly Gender[];
  readonly place: Place;
}

/** Who asks; undefined for a page that everybody gets: then no item holds a right to play. */
export type FeedCaller = SiteCaller | undefined;

/**
 * Something that fills the feed, such as the live rooms. A feature that publishes media or posts adds a source of its
 * own (`addSource`); what is asked for, how pages are cut and what nobody sees twice is the same for all of them.
 */
export interface FeedSource {
  readonly kind: FeedItem['kind'];
  /** Ids of everything that this source has for the feed now, in its own order, each once. */
  list(ask: FeedAsk): readonly string[];
  /** The items of these ids in the same order; undefined for one that has gone meanwhile. */
  present(ids: readonly string[], caller: FeedCaller): Promise<readonly (FeedItem | undefined)[]>;
}
