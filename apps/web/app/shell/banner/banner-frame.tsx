import { Suspense } from 'react';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';

const BannerSlot = lazyPart(() => import('../../features/banners/banner-slot.tsx'));

/** What stands in the place of banners: its code comes after the page has become interactive. */
export function BannerFrame({ performerGender }: { readonly performerGender?: string }) {
  return (
    useIsInteractive() && (
      <Suspense>
        <BannerSlot {...(performerGender !== undefined && { performerGender })} />
      </Suspense>
    )
  );
}
