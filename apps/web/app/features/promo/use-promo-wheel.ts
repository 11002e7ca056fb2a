import { useEffect } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { useSiteConfig } from '../../shared/site.ts';

/** Opens the wheel when its count rises above zero; where a dialog is open, as soon as it is closed (PROMO-024). */
export function usePromoWheel(): void {
  const realtime = usePageRealtime();
  const hasWheel = useSiteConfig()?.arePromoProductsEnabled.wheelProduct ?? false;
  const current = useMember();
  const id = current?.user.type === 'model' ? undefined : current?.user.id;
  useEffect(() => {
    if (!hasWheel || id === undefined) return undefined;
    let count = 0;
    let isWaiting = false;
    let isTold = false;
    const open = () => {
      if (!isWaiting || modalStore.get()) return;
      isWaiting = false;
      openModal('promo-wheel', {});
    };
    const take = (spins: number) => {
      isWaiting = count === 0 ? spins > 0 : isWaiting && spins > 0;
      count = spins;
      open();
    };
    const stopModals = modalStore.subscribe(open);
    const stopNews = realtime?.lobby.on('v3.promo_wheel_count', (news) => {
      isTold = true;
      take(news.count);
    });
    // The news of the page's beginning may have come before this code did.
    const stop = new AbortController();
    lateApi.getPromoWheel({ signal: stop.signal }).then(
      ({ spins }) => isTold || stop.signal.aborted || take(spins),
      () => undefined,
    );
    return () => {
      stop.abort();
      stopModals();
      stopNews?.();
    };
  }, [hasWheel, id, realtime]);
}
