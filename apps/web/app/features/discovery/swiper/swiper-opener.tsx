import { Suspense, useEffect } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { isFirstInSession } from '#app/shared/first-in-session.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useSiteConfig } from '#app/shared/site.ts';
import { useSwiperAddress } from './swiper-address.ts';
import type { SwiperHostProps } from './swiper-host.tsx';

const SwiperLayer = lazyPart(withTexts(() => import('./swiper-layer.tsx')));

/**
 * Opens the layer if the address asks for it. On a site of the variant `swiper` it opens automatically once in a visit,
 * except for members who do not want to browse by swiping.
 */
export default function SwiperOpener(props: SwiperHostProps) {
  const { isOpen, open, close } = useSwiperAddress();
  const isSwiperSite = useSiteConfig()?.site.variant === 'swiper';
  const isWanted = useMember()?.settings.swipe_to_browse_enabled !== false;
  useEffect(() => {
    if (isSwiperSite && isWanted && !isOpen && isFirstInSession('swiper-seen')) open();
    // oxlint-disable-next-line react/exhaustive-deps -- once, not again after it was closed
  }, [isSwiperSite]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={<div className="swiper-layer" aria-busy="true" />}>
      <SwiperLayer {...props} onClose={close} />
    </Suspense>
  );
}
