import { useEffect, useEffectEvent, useRef } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { useIsPicturePage } from '../../shared/picture-page.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { spinsStore } from './spins-store.ts';

/**
 * Opens the wheel when its count rises above zero (PROMO-024): where a dialog is open, as soon as it is closed, and
 * where it would cover a live picture, on the next page without one. The header's key opens it everywhere.
 */
export function usePromoWheel(): void {
  const realtime = usePageRealtime();
  const hasWheel = useSiteConfig()?.arePromoProductsEnabled.wheelProduct ?? false;
  const current = useMember();
  const id = current?.user.type === 'model' ? undefined : current?.user.id;
  const isOnPicture = useIsPicturePage();
  const isWaiting = useRef(false);
  const open = useEffectEvent(() => {
    const shown = modalStore.get();
    if (shown?.key === 'promo-wheel') isWaiting.current = false;
    if (!isWaiting.current || shown || isOnPicture) return;
    isWaiting.current = false;
    openModal('promo-wheel', {});
  });
  useEffect(() => {
    if (!isOnPicture) open();
  }, [isOnPicture]);
  useEffect(() => {
    if (!hasWheel || id === undefined) return undefined;
    let isTold = false;
    const take = (spins: number) => {
      isWaiting.current = spinsStore.get() === 0 ? spins > 0 : isWaiting.current && spins > 0;
      spinsStore.dispatch(spins);
      open();
    };
    const stopModals = modalStore.subscribe(open);
    const stopNews = realtime?.lobby.on('v3.promo_wheel_count', (news) => {
      isTold = true;
      take(news.count);
    });
    // The page's first news may have come before this code loaded.
    const stop = new AbortController();
    lateApi.getPromoWheel({ signal: stop.signal }).then(
      ({ spins }) => isTold || stop.signal.aborted || take(spins),
      () => undefined,
    );
    return () => {
      stop.abort();
      stopModals();
      stopNews?.();
      isWaiting.current = false;
      spinsStore.dispatch(0);
    };
  }, [hasWheel, id, realtime]);
}
