import { type ComponentType, type LazyExoticComponent } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import type { ModalKey, ModalMap } from '../../shared/modal/modal-map.ts';
import { type OpenModal } from '../../shared/modal/modal-store.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

type ModalComponent<K extends ModalKey> = ComponentType<ModalMap[K] & { readonly onClose: () => void }>;

/** Every modal is its own piece of code, fetched when it first opens. */
const modals: { readonly [K in ModalKey]: LazyExoticComponent<ModalComponent<K>> } = {
  login: lazyPart(withTexts(() => import('../../features/identity/login-modal.tsx'))),
  signup: lazyPart(withTexts(() => import('../../features/identity/signup-modal.tsx'))),
  'forgot-password': lazyPart(
    withTexts(() => import('../../features/credentials/forgot-password-modal.tsx')),
  ),
  'confirm-email': lazyPart(withTexts(() => import('../../features/credentials/confirm-email-modal.tsx'))),
  'change-username': lazyPart(withTexts(() => import('../../features/identity/change-username-modal.tsx'))),
  tokens: lazyPart(withTexts(() => import('../../features/billing/purchase/purchase-modal.tsx'))),
  'purchase-biller': lazyPart(
    withTexts(() => import('../../features/billing/purchase/purchase-biller-modal.tsx')),
  ),
  'payment-success': lazyPart(
    withTexts(() => import('../../features/billing/outcome/payment-success-modal.tsx')),
  ),
  'payment-failed': lazyPart(
    withTexts(() => import('../../features/billing/outcome/payment-failed-modal.tsx')),
  ),
  'payment-declined': lazyPart(
    withTexts(() => import('../../features/billing/outcome/payment-declined-modal.tsx')),
  ),
  'contact-support': lazyPart(
    withTexts(() => import('../../features/billing/limits/contact-support-modal.tsx')),
  ),
  'age-check': lazyPart(withTexts(() => import('../../features/age-check/age-check-modal.tsx'))),
  'daily-limit-verify': lazyPart(
    withTexts(() => import('../../features/billing/limits/daily-limit-verify-modal.tsx')),
  ),
  'daily-low-limit': lazyPart(
    withTexts(() => import('../../features/billing/limits/daily-low-limit-modal.tsx')),
  ),
  'geo-overlay': lazyPart(withTexts(() => import('../../features/billing/limits/geo-overlay-modal.tsx'))),
  'tip-block-notice': lazyPart(
    withTexts(() => import('../../features/billing/limits/tip-block-notice-modal.tsx')),
  ),
  upgrade: lazyPart(withTexts(() => import('../../features/memberships/upgrade-modal.tsx'))),
  'tip-split': lazyPart(withTexts(() => import('../../features/tip-split/split-modal.tsx'))),
  'promo-wheel': lazyPart(withTexts(() => import('../../features/promo/promo-wheel-modal.tsx'))),
  'vault-wheel': lazyPart(withTexts(() => import('../../features/promo/vault-wheel-modal.tsx'))),
  'wheel-draws': lazyPart(withTexts(() => import('../../features/promo/wheel-draws-modal.tsx'))),
  'promo-code': lazyPart(withTexts(() => import('../../features/promo/promo-code-modal.tsx'))),
  'promo-offer': lazyPart(withTexts(() => import('../../features/promo/promo-offer-modal.tsx'))),
  postpay: lazyPart(withTexts(() => import('../../features/post-pay/postpay-modal.tsx'))),
  'postpay-enable': lazyPart(withTexts(() => import('../../features/post-pay/postpay-enable-modal.tsx'))),
  'postpay-card': lazyPart(withTexts(() => import('../../features/post-pay/postpay-card-modal.tsx'))),
  're-up': lazyPart(withTexts(() => import('../../features/re-up/re-up-modal.tsx'))),
  're-up-suggestion': lazyPart(withTexts(() => import('../../features/re-up/re-up-suggestion-modal.tsx'))),
  'card-affidavit': lazyPart(withTexts(() => import('../../features/cards/affidavit-modal.tsx'))),
  'chat-style': lazyPart(withTexts(() => import('../../features/room-chat/composer/chat-style-modal.tsx'))),
  'home-layout': lazyPart(
    withTexts(() => import('../../features/discovery/custom-home/home-layout-modal.tsx')),
  ),
  'hidden-models': lazyPart(
    withTexts(() => import('../../features/discovery/hidden/hidden-models-modal.tsx')),
  ),
  'why-here': lazyPart(withTexts(() => import('../../features/discovery/why-here/why-here-modal.tsx'))),
  'swiper-settings': lazyPart(
    withTexts(() => import('../../features/discovery/swiper/swiper-settings-modal.tsx')),
  ),
  'media-purchase': lazyPart(
    withTexts(() => import('../../features/media-library/buy/media-purchase-modal.tsx')),
  ),
  'club-announcement': lazyPart(withTexts(() => import('../../features/fan-club/announcement-modal.tsx'))),
  confirm: lazyPart(withTexts(() => import('./confirm-modal.tsx'))),
  consent: lazyPart(withTexts(() => import('../../features/tracking/consent-modal.tsx'))),
  support: lazyPart(withTexts(() => import('../../features/support/support-modal.tsx'))),
  alert: lazyPart(withTexts(() => import('./alert-modal.tsx'))),
};

/** Renders one of the site's modals. */
export default function OpenedModal({
  open,
  onClose,
}: {
  readonly open: OpenModal;
  readonly onClose: () => void;
}) {
  // Key and props belong together by the type of OpenModal, which a table look-up cannot carry.
  const Modal = modals[open.key] as unknown as ComponentType<{ readonly onClose: () => void }>;
  return <Modal {...open.props} onClose={onClose} />;
}
