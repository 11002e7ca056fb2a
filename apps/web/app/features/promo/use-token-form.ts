import { useEffect } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { countVisit, parseVisits } from './visit-rules.ts';

/** Offers the purchase to members who never bought, each third time that they come (BILLING-061). */
export function useTokenForm(): void {
  const current = useMember();
  const id = current && current.user.type !== 'model' && !current.has_purchase ? current.user.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    const key = `visits.${id}`;
    const { visits, isAsked } = countVisit(readLocal(key, parseVisits), Date.now());
    writeLocal(key, visits);
    if (isAsked && !modalStore.get()) openModal('tokens', { isPrompted: true });
  }, [id]);
}
