import type { Banner } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';

const BannerSlot = lazyPart(withTexts(() => import('../../features/banners/banner-slot.tsx')));

/** What the server draws for guests: the picture is there with the page, and can be closed a moment later. */
function GuestBanner({ banner }: { readonly banner: Banner }) {
  const { t } = useLingui();
  return (
    <aside className="banner banner-first" aria-label={t`Announcement`}>
      <a className="banner-link" href={banner.url} rel="noopener sponsored">
        <picture>
          <source media="(max-width: 720px)" srcSet={banner.image_mobile_url ?? banner.image_url} />
          <img src={banner.image_url} alt={banner.alt} />
        </picture>
      </a>
    </aside>
  );
}

export interface BannerFrameProps {
  /** The first banner for guests, where the page was drawn for one. */
  readonly first?: Banner | null;
  readonly performerGender?: string;
}

/** The place of banners: its code loads after the page has become interactive. */
export function BannerFrame({ first = null, performerGender }: BannerFrameProps) {
  const isUnknown = useMe().kind === 'unknown';
  const drawn = isUnknown && first && <GuestBanner banner={first} />;
  if (!useIsInteractive()) return drawn;
  return (
    <Suspense fallback={drawn}>
      <BannerSlot first={isUnknown ? first : null} performerGender={performerGender} />
    </Suspense>
  );
}
