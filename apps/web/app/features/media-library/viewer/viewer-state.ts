import type { MediaDetail } from '@klieg/contract';

/** The viewer of an item's page (S3002); closing the page drops it. */
export type ViewerState =
  | { readonly kind: 'loading'; readonly id: number }
  /** `item` is the id of the chosen picture; null of a video, and where there is nothing to show. */
  | { readonly kind: 'open'; readonly media: MediaDetail; readonly item: number | null }
  | {
      readonly kind: 'playing';
      readonly media: MediaDetail;
      readonly item: number | null;
      readonly positionMs: number;
    };

export type ViewerEvent =
  | { readonly type: 'asked'; readonly id: number }
  | { readonly type: 'answered'; readonly media: MediaDetail }
  | { readonly type: 'chosen'; readonly item: number }
  | { readonly type: 'stepped'; readonly by: 1 | -1 }
  | { readonly type: 'played'; readonly positionMs: number }
  | { readonly type: 'paused' };

const isOpen = ({ items }: MediaDetail): boolean => items.some(({ url }) => url !== null);

/** What is shown first: the first picture of a set (MEDIA-LIBRARY-035). */
const firstOf = ({ is_video: isVideo, items }: MediaDetail): number | null =>
  isVideo ? null : (items[0]?.id ?? null);

/** An answer about the item that is shown keeps the chosen picture, and the playing while the right is there. */
function answered(state: ViewerState, media: MediaDetail): ViewerState {
  if (state.kind === 'loading')
    return state.id === media.id ? { kind: 'open', media, item: firstOf(media) } : state;
  if (state.media.id !== media.id) return state;
  const isThere = media.items.some(({ id }) => id === state.item);
  const item = isThere ? state.item : firstOf(media);
  return state.kind === 'playing' && isOpen(media)
    ? { ...state, media, item }
    : { kind: 'open', media, item };
}

export function reduceViewer(state: ViewerState, event: ViewerEvent): ViewerState {
  if (event.type === 'asked') return { kind: 'loading', id: event.id };
  if (event.type === 'answered') return answered(state, event.media);
  if (state.kind === 'loading') return state;
  const { items } = state.media;
  switch (event.type) {
    case 'chosen':
      return items.some(({ id }) => id === event.item) ? { ...state, item: event.item } : state;
    case 'stepped': {
      // The ends of a set are ends: nobody looks at it a second time without having meant to.
      const next = items[items.findIndex(({ id }) => id === state.item) + event.by];
      return state.item === null || !next ? state : { ...state, item: next.id };
    }
    case 'played':
      return isOpen(state.media) ? { ...state, kind: 'playing', positionMs: event.positionMs } : state;
    case 'paused':
      return { kind: 'open', media: state.media, item: state.item };
  }
}
