import { DialogWaiting } from '@klieg/ui';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ADDRESSED_MODALS, modalOfQuery } from '../../shared/modal/modal-map.ts';
import {
  closeModal,
  modalStore,
  openModal,
  type OpenModal,
  useOpenModal,
} from '../../shared/modal/modal-store.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

const OpenedModal = lazyPart(() => import('./opened-modal.tsx'));

const isAddressed = (modal: OpenModal): boolean => ADDRESSED_MODALS.some((key) => key === modal.key);

/** Keeps `?modal=` and the open modal the same, so that a reload and the back button do what one expects. */
function useModalAddress(open: OpenModal | null): void {
  const location = useLocation();
  const navigate = useNavigate();

  const hasStarted = useRef(false);

  // The address leads: a link, a reload or the back button opens and closes.
  useEffect(() => {
    const named = modalOfQuery(new URLSearchParams(location.search));
    const now = modalStore.get();
    if (named && now?.key !== named) openModal(named, {});
    // A modal opened before this code loaded stays open; the address is updated below.
    else if (!named && now && isAddressed(now) && hasStarted.current) closeModal();
    hasStarted.current = true;
    // oxlint-disable-next-line react/exhaustive-deps -- a press on the page is followed by the effect below
  }, [location.search]);

  useEffect(() => {
    const query = new URLSearchParams(location.search);
    // The store, not this render: the effect above may have opened what the address names.
    const now = modalStore.get();
    const wanted = now && isAddressed(now) ? now.key : null;
    if (query.get('modal') === wanted) return;
    if (wanted) query.set('modal', wanted);
    else query.delete('modal');
    const search = query.size > 0 ? `?${query}` : '';
    void navigate(
      { pathname: location.pathname, search, hash: location.hash },
      { preventScrollReset: true, replace: !wanted },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the modal moves the address
  }, [open]);
}

/** Draws the open modal over any page. */
export function ModalHost() {
  const open = useOpenModal();
  useModalAddress(open);
  return (
    open && (
      <Suspense fallback={<DialogWaiting />}>
        <OpenedModal open={open} onClose={closeModal} />
      </Suspense>
    )
  );
}
