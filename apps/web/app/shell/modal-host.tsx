import { DialogWaiting } from '@klieg/ui';
import { type ComponentType, type LazyExoticComponent, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadTexts } from '../shared/language/load-texts.ts';
import { ADDRESSED_MODALS, modalOfQuery, type ModalKey, type ModalMap } from '../shared/modal/modal-map.ts';
import {
  closeModal,
  modalStore,
  openModal,
  type OpenModal,
  useOpenModal,
} from '../shared/modal/modal-store.ts';
import { lazyPart } from '../shared/lazy-part.ts';

type ModalComponent<K extends ModalKey> = ComponentType<ModalMap[K] & { readonly onClose: () => void }>;

/** A modal's code, with the texts that it may speak. */
const withTexts =
  <T,>(load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), loadTexts()]))[0];

/** Every modal is its own piece of code, fetched when it first opens. */
const modals: { readonly [K in ModalKey]: LazyExoticComponent<ModalComponent<K>> } = {
  login: lazyPart(withTexts(() => import('../features/identity/login-modal.tsx'))),
  signup: lazyPart(withTexts(() => import('../features/identity/signup-modal.tsx'))),
  tokens: lazyPart(withTexts(() => import('../features/billing/purchase-modal.tsx'))),
  'purchase-biller': lazyPart(withTexts(() => import('../features/billing/purchase-biller-modal.tsx'))),
  'payment-success': lazyPart(withTexts(() => import('../features/billing/payment-success-modal.tsx'))),
  'payment-failed': lazyPart(withTexts(() => import('../features/billing/payment-failed-modal.tsx'))),
  'payment-declined': lazyPart(withTexts(() => import('../features/billing/payment-declined-modal.tsx'))),
  'daily-limit-verify': lazyPart(withTexts(() => import('../features/billing/daily-limit-verify-modal.tsx'))),
  'daily-low-limit': lazyPart(withTexts(() => import('../features/billing/daily-low-limit-modal.tsx'))),
  'tip-block-notice': lazyPart(withTexts(() => import('../features/billing/tip-block-notice-modal.tsx'))),
  'chat-style': lazyPart(withTexts(() => import('../features/room-chat/chat-style-modal.tsx'))),
  rating: lazyPart(withTexts(() => import('../features/ratings/rating-modal.tsx'))),
  alert: lazyPart(withTexts(() => import('./alert-modal.tsx'))),
};

function draw(open: OpenModal) {
  // Key and props belong together by the type of OpenModal, which a table look-up cannot carry.
  const Modal = modals[open.key] as unknown as ComponentType<{ readonly onClose: () => void }>;
  return <Modal {...open.props} onClose={closeModal} />;
}

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
    // What was pressed before this code arrived stays open; the address follows below.
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
  return open && <Suspense fallback={<DialogWaiting />}>{draw(open)}</Suspense>;
}
