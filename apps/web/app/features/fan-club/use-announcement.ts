import { useEffect } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';

const KEY = 'club-announced';

/** Opens the announcement for performers, once per browser; never over another dialog (FANCLUB-005). */
export function useClubAnnouncement(): void {
  const isModel = useMember()?.user.type === 'model';
  useEffect(() => {
    if (!isModel || modalStore.get() !== null || location.pathname.startsWith('/model-desk/fan-club')) return;
    if (readLocal(KEY, (value) => value === true) !== undefined) return;
    writeLocal(KEY, true);
    // Where nothing can be kept nobody could tell whether it was shown before.
    if (readLocal(KEY, (value) => value === true) !== undefined) openModal('club-announcement', {});
  }, [isModel]);
}
