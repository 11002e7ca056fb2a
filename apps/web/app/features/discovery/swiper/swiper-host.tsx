import type { Gender, GenderSlug } from '@klieg/contract';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useSiteConfig } from '#app/shared/site.ts';
import { useSwiperAddress } from './swiper-address.ts';

const SwiperLayer = lazyPart(withTexts(() => import('./swiper-layer.tsx')));

const PHONE = '(max-width: 720px)';
/** It opens by itself once in a visit. */
const SEEN = 'klieg.swiper-seen';

function subscribePhone(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(PHONE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
const isPhone = (): boolean => globalThis.matchMedia?.(PHONE).matches ?? false;

/** True the first time in a visit; never where storage is refused, which would make it every time. */
function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(SEEN) !== null) return false;
    sessionStorage.setItem(SEEN, '1');
    return true;
  } catch {
    return false;
  }
}

export interface SwiperHostProps {
  /** Genders that the lists leave out. */
  readonly hide: readonly Gender[];
  readonly section?: GenderSlug | undefined;
  /** The tag that the page is about. */
  readonly tag?: string | undefined;
}

/**
 * The swipe feed over a page of lists, on phones. On a site of the variant `swiper` it opens by itself, except for
 * members who do not want to browse by swiping.
 */
export function SwiperHost(props: SwiperHostProps) {
  const onPhone = useSyncExternalStore(subscribePhone, isPhone, () => false);
  const { isOpen, open, close } = useSwiperAddress();
  const isSwiperSite = useSiteConfig()?.site.variant === 'swiper';
  const isWanted = useMember()?.settings.swipe_to_browse_enabled !== false;
  useEffect(() => {
    if (isSwiperSite && isWanted && onPhone && !isOpen && isFirstTime()) open();
    // oxlint-disable-next-line react/exhaustive-deps -- once, not again after it was closed
  }, [isSwiperSite, onPhone]);
  if (!onPhone || !isOpen) return null;
  return (
    <Suspense fallback={<div className="swiper-layer" aria-busy="true" />}>
      <SwiperLayer {...props} onClose={close} />
    </Suspense>
  );
}
