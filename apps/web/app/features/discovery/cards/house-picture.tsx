import { Trans, useLingui } from '@lingui/react/macro';
import { useSiteConfig } from '#app/shared/site.ts';
import firstUrl from '#app/assets/casa-salsa-1.svg?no-inline';
import secondUrl from '#app/assets/casa-salsa-2.svg?no-inline';
import thirdUrl from '#app/assets/casa-salsa-3.svg?no-inline';
import fourthUrl from '#app/assets/casa-salsa-4.svg?no-inline';
import './house-picture.css';

const PICTURES = [firstUrl, secondUrl, thirdUrl, fourthUrl];

/** A drawing of the house while its stream is away; nothing while it is there. @param which from 1 to 4 (BROWSE-066) */
export function HousePicture({ which }: { readonly which: number }) {
  const { t } = useLingui();
  const status = useSiteConfig()?.csStreamStatus;
  if (status !== 'offline') return null;
  return (
    <figure className="house-picture">
      <img
        src={PICTURES[which - 1]}
        alt={t`A drawing of a room in the house at night`}
        width={960}
        height={270}
      />
      <figcaption>
        <Trans>The house is not streaming right now.</Trans>
      </figcaption>
    </figure>
  );
}
