import { useEffect } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';

const KEY = 'club-announced';

/** A room or a studio is for the picture, and the desk of the club needs no news of itself. */
const isQuiet = (path: string): boolean => path === '/' || path.startsWith('/account');

/** Opens the announcement for performers, once per browser; never over another dialog or a picture (FANCLUB-005). */
export function useClubAnnouncement(): void {
  const isModel = useMember()?.user.type === 'model';
  useEffect(() => {
    if (!isModel || modalStore.get() !== null || !isQuiet(location.pathname)) return;
    if (readLocal(KEY, (value) => value === true) !== undefined) return;
    writeLocal(KEY, true);
    // Where nothing can be kept nobody could tell whether it was shown before.
    if (readLocal(KEY, (value) => value === true) !== undefined) openModal('club-announcement', {});
  }, [isModel]);
}
