import type { Player, PlayerView } from './player.ts';

/* What the page has of a player while its code is fetched and while it plays, as a pure machine. */

/** `stream` grows when the room changes to another stream, for which everything restarts. */
export type PlayerLoad =
  | { readonly kind: 'off' }
  | { readonly kind: 'fetching'; readonly stream: number }
  /** The code did not come: until the next attempt. */
  | { readonly kind: 'waiting'; readonly stream: number }
  | { readonly kind: 'playing'; readonly stream: number; readonly player: Player; readonly view: PlayerView };

export type PlayerLoadEvent =
  | { readonly type: 'wanted'; readonly stream: number }
  | { readonly type: 'failed' }
  | { readonly type: 'retry-due' }
  | { readonly type: 'opened'; readonly player: Player; readonly view: PlayerView }
  | { readonly type: 'viewed'; readonly view: PlayerView }
  | { readonly type: 'left' };

/** What one event changes; the same state when it comes too late. */
export function stepPlayerLoad(state: PlayerLoad, event: PlayerLoadEvent): PlayerLoad {
  switch (event.type) {
    case 'wanted':
      return { kind: 'fetching', stream: event.stream };
    case 'failed':
      return state.kind === 'fetching' ? { ...state, kind: 'waiting' } : state;
    case 'retry-due':
      return state.kind === 'waiting' ? { ...state, kind: 'fetching' } : state;
    case 'opened':
      return state.kind === 'fetching'
        ? { kind: 'playing', stream: state.stream, player: event.player, view: event.view }
        : state;
    case 'viewed':
      return state.kind === 'playing' ? { ...state, view: event.view } : state;
    case 'left':
      return { kind: 'off' };
  }
}
