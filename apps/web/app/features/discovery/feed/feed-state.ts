import type { FeedPart, FeedRoom } from './feed-room.ts';

/** The rooms of a feed as far as they have come. */
export interface FeedState {
  readonly rooms: readonly FeedRoom[];
  /** The page that is asked for next. */
  readonly nextPage: number;
  readonly hasMore: boolean;
  readonly phase: 'idle' | 'loading' | 'failed';
  /** Grows when the feed restarts: answers to earlier requests are ignored. */
  readonly round: number;
}

export type FeedEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'came'; readonly round: number; readonly part: FeedPart }
  | { readonly type: 'failed'; readonly round: number }
  | { readonly type: 'restarted' };

/** The feed with the server-rendered page, or before anything has loaded. */
export const feedOf = (first: FeedPart | undefined): FeedState => ({
  rooms: first?.rooms ?? [],
  nextPage: first ? first.page + 1 : 1,
  hasMore: first?.hasMore ?? true,
  phase: 'idle',
  round: 0,
});

/** The list changes while it is read: nobody is shown twice. */
function withNew(known: readonly FeedRoom[], more: readonly FeedRoom[]): readonly FeedRoom[] {
  const names = new Set(known.map(({ username }) => username));
  const fresh = more.filter(({ username }) => !names.has(username) && names.add(username));
  return fresh.length > 0 ? [...known, ...fresh] : known;
}

export function reduceFeed(state: FeedState, event: FeedEvent): FeedState {
  switch (event.type) {
    case 'asked':
      return { ...state, phase: 'loading' };
    case 'restarted':
      return { ...feedOf(undefined), round: state.round + 1 };
    case 'came':
      if (event.round !== state.round) return state;
      return {
        ...state,
        rooms: withNew(state.rooms, event.part.rooms),
        nextPage: event.part.page + 1,
        hasMore: event.part.hasMore,
        phase: 'idle',
      };
    case 'failed':
      return event.round === state.round ? { ...state, phase: 'failed' } : state;
  }
}
