import type { FeedItem, FeedPage } from '@klieg/contract';

/** A live room of the feed, with what its screen shows. */
export interface FeedRoom {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly thumbUrl: string;
  readonly tags: readonly string[];
  /** The language that cards and the room say too. */
  readonly language: string | undefined;
  readonly status: FeedItem['user']['status'];
  readonly viewers: number;
  /** Tokens a minute of a private; null where none is offered. */
  readonly minuteTokens: number | null;
  readonly tipTokens: number;
  /** The right to play that came with the page; absent without one. */
  readonly stream?: {
    readonly stream_name: string;
    readonly token: string;
    /** When it came, on the page's own clock. */
    readonly atMs: number;
  };
}

/** A page of a feed, as far as it can be shown: kinds without a screen are left out. */
export interface FeedPart {
  readonly rooms: readonly FeedRoom[];
  readonly page: number;
  readonly hasMore: boolean;
}

const TAGS_SHOWN = 2;

const roomOf = ({ user, stream, tip_default: tipTokens }: FeedItem, atMs: number): FeedRoom => ({
  id: user.id,
  username: user.username,
  name: user.displayName,
  avatarUrl: user.avatarUrl,
  thumbUrl: user.thumb_url,
  tags: user.tags.slice(0, TAGS_SHOWN),
  language: user.languages[0],
  status: user.status,
  viewers: user.viewer_count,
  minuteTokens: user.private_enabled ? user.private_cost : null,
  tipTokens,
  ...(stream && { stream: { ...stream, atMs } }),
});

/** The part of an answer that pages need, small enough to be included in the HTML. */
export function feedPart({ list, page, has_more: hasMore }: FeedPage): FeedPart {
  const atMs = performance.now();
  const live = list.filter(({ kind }) => kind === 'live');
  return { rooms: live.map((item) => roomOf(item, atMs)), page, hasMore };
}
