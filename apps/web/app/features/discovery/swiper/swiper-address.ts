import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OPENED_HERE, SWIPER_HASH, type LayerState } from './swiper-hash.ts';

/** Whether the layer is wanted by the address, and the ways to open and close it. */
export function useSwiperAddress() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wasOpenedHere = (state as LayerState | null)?.isOpened === true;
  const open = useCallback(() => {
    void navigate({ pathname, search, hash: SWIPER_HASH }, { state: OPENED_HERE, preventScrollReset: true });
  }, [navigate, pathname, search]);
  const close = useCallback(() => {
    if (wasOpenedHere) return void navigate(-1);
    void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, search, wasOpenedHere]);
  return { isOpen: hash === SWIPER_HASH, open, close };
}
