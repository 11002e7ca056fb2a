import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Where the layer is open: a place on the page, so that the way back closes it and no list is asked for again. */
const SWIPER_HASH = '#swipe';

interface LayerState {
  /** This page opened it: going back leads to the page without it. */
  readonly isOpened?: boolean;
}

/** Whether the layer is wanted by the address, and the ways to open and close it. */
export function useSwiperAddress() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wasOpenedHere = (state as LayerState | null)?.isOpened === true;
  const open = useCallback(() => {
    const opened: LayerState = { isOpened: true };
    void navigate({ pathname, search, hash: SWIPER_HASH }, { state: opened, preventScrollReset: true });
  }, [navigate, pathname, search]);
  const close = useCallback(() => {
    if (wasOpenedHere) return void navigate(-1);
    void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, search, wasOpenedHere]);
  return { isOpen: hash === SWIPER_HASH, open, close };
}
