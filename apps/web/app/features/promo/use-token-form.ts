import { useEffect, useEffectEvent } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { useIsPicturePage } from '../../shared/picture-page.ts';
import { promptStore } from './prompt-store.ts';
import { countVisit, parseVisits } from './visit-rules.ts';

/**
 * Offers the purchase to members who never bought, each third time that they come (BILLING-061). Where a dialog is open
 * it waits for its end; over a live picture a key of the header offers it, and the next page without one shows it.
 */
export function useTokenForm(): void {
  const current = useMember();
  const id = current && current.user.type !== 'model' && !current.has_purchase ? current.user.id : undefined;
  const isOnPicture = useIsPicturePage();
  const open = useEffectEvent(() => {
    const shown = modalStore.get();
    // Somebody who has opened the purchase needs no offer of it.
    if (shown?.key === 'tokens') promptStore.dispatch(false);
    if (!promptStore.get() || shown || isOnPicture) return;
    promptStore.dispatch(false);
    openModal('tokens', { isPrompted: true });
  });
  useEffect(() => {
    if (!isOnPicture) open();
  }, [isOnPicture]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const key = `visits.${id}`;
    const { visits, isAsked } = countVisit(readLocal(key, parseVisits), Date.now());
    writeLocal(key, visits);
    if (isAsked) promptStore.dispatch(true);
    open();
    const stop = modalStore.subscribe(open);
    return () => {
      stop();
      promptStore.dispatch(false);
    };
  }, [id]);
}
