/** Where the layer is open: a place on the page, so that the way back closes it and no list is asked for again. */
export const SWIPER_HASH = '#swipe';

/** Kept with a place in the history. */
export interface LayerState {
  /** This page opened the layer: going back leads to the page without it. */
  readonly isOpened?: boolean;
}

export const OPENED_HERE: LayerState = { isOpened: true };
