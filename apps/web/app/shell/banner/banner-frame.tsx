import { Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';

const BannerSlot = lazyPart(withTexts(() => import('../../features/banners/banner-slot.tsx')));

/** What stands in the place of banners: its code comes after the page has become interactive. */
export const BannerFrame = ({ performerGender }: { readonly performerGender?: string }) =>
  useIsInteractive() && (
    <Suspense>
      <BannerSlot performerGender={performerGender} />
    </Suspense>
  );
